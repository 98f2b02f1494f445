import { Button, SegmentedControl, Title, Tooltip } from "@mantine/core";
import { useDocumentTitle, useMediaQuery } from "@mantine/hooks";
import { IconDeviceFloppy, IconPlayerPlay } from "@tabler/icons-react";
import type { Campaign } from "@trunkline/contract/campaign.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { Canvas } from "../../canvas/Canvas.tsx";
import { CanvasControls } from "../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../canvas/CanvasProvider.tsx";
import { type CanvasStore, createCanvas, goTo, isChanged } from "../../canvas/canvasStore.ts";
import { Outline } from "../../canvas/Outline.tsx";
import { Overlays } from "../../canvas/Overlays.tsx";
import { Palette } from "../../canvas/Palette.tsx";
import { SectionsPanel } from "../../canvas/SectionsPanel.tsx";
import { type LoadedLists, SidePanel } from "../../canvas/SidePanel.tsx";
import { paths } from "../../paths.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { useAddress } from "../../ui/useAddress.ts";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import classes from "./Editor.module.css";
import { NodeInsight } from "./MessagePreview.tsx";
import { RunBar } from "./RunBar.tsx";
import { RunWorkflow } from "./RunWorkflow.tsx";
import { useLoadedLists } from "./useLoadedLists.ts";
import { useSaveWorkflow } from "./useSaveWorkflow.ts";

interface Props {
  campaign: Campaign;
  /** Null when nothing was stored yet. */
  workflow: { workflow: string; version: number } | null;
}

const leaving = "Make sure to save any changes to your workflow before leaving!";

/** The editor of a workflow that was loaded. */
export function Editor({ campaign, workflow }: Props) {
  const { flags } = useMe();
  const [store] = useState(() =>
    createCanvas({
      graph: readGraph(workflow?.workflow ?? null, campaign),
      context: { flag: (name) => flags[name] ?? false, today: today() },
    }),
  );
  const lists = useLoadedLists();
  const { save, isSaving, saved } = useSaveWorkflow(store, { campaign, version: workflow?.version ?? 0 });
  const changed = useStore(store, isChanged);
  // a new workflow is saved before anything is drawn (spec 1 §4.6)
  const isBlank = useStore(store, ({ saved: stored }) => stored.nodes.size < 2);
  const mayEdit = useMay()("workflow-edit");
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const readOnly = isNarrow || !mayEdit;
  useEffect(() => store.setState({ readOnly }), [store, readOnly]);
  useNames(store, lists);
  useSaveKey(save);
  useNodeOfAddress(store);
  useLeavePrompt(changed && !isSaving, leaving);
  useDocumentTitle(`${saved.campaign.campaignName} · Trunkline`);
  return (
    <CanvasProvider store={store}>
      <div className={classes["editor"]}>
        <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: saved.campaign.campaignName }]} />
        <TopBar
          campaign={saved.campaign}
          version={isBlank ? 0 : saved.version}
          changed={changed}
          isSaving={isSaving}
          save={() => void save()}
          readOnly={readOnly}
        />
        {readOnly && (
          <div className={classes["narrow"]} role="note">
            {mayEdit
              ? "On a screen this narrow a workflow can be read, not changed. Open it on a wider one to edit it."
              : "You may read this workflow, not change it. An administrator can grant the privilege under Users."}
          </div>
        )}
        <RunBar campaignId={campaign.campaignId} />
        <div className={classes["work"]}>
          {!isNarrow && <LeftPanel readOnly={readOnly} />}
          <div className={classes["drawing"]}>
            <Canvas>
              <SectionsPanel />
              <CanvasControls />
              <Overlays />
            </Canvas>
            <SidePanel lists={lists} below={(node) => <NodeInsight node={node} />} />
          </div>
        </div>
      </div>
    </CanvasProvider>
  );
}

interface TopBarProps {
  campaign: Campaign;
  /** 0 while nothing was drawn and saved. */
  version: number;
  changed: boolean;
  isSaving: boolean;
  save: () => void;
  readOnly: boolean;
}

function TopBar({ campaign, version, changed, isSaving, save, readOnly }: TopBarProps) {
  const [isRunning, setRunning] = useState(false);
  const mayRun = useMay()("workflow-run");
  const words = version === 0 ? "Never saved" : `Version ${version}`;
  return (
    <div className={classes["bar"]}>
      <Title order={1} className={classes["name"]} fz={16}>
        {campaign.campaignName}
      </Title>
      <span className={classes["state"]} data-changed={changed || undefined} role="status">
        {changed ? `${words}, unsaved changes` : words}
      </span>
      <span className={classes["spring"]} />
      <ReasonButton
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        reason={whyNotRun(mayRun, version, changed)}
        onClick={() => setRunning(true)}
      >
        Run
      </ReasonButton>
      {!readOnly && (
        <Tooltip label="Ctrl S">
          <Button leftSection={<IconDeviceFloppy size={16} />} disabled={isSaving} onClick={save}>
            {isSaving ? "Saving..." : "Save"}
          </Button>
        </Tooltip>
      )}
      {isRunning && <RunWorkflow campaign={campaign} close={() => setRunning(false)} />}
    </div>
  );
}

function whyNotRun(mayRun: boolean, version: number, changed: boolean): string | undefined {
  if (!mayRun) return notAllowed;
  if (version === 0) return "Draw the workflow and save it first.";
  return changed ? "Save your changes first: a run uses the saved version." : undefined;
}

function LeftPanel({ readOnly }: { readOnly: boolean }) {
  const [tab, setTab] = useState<"add" | "outline">("add");
  const shown = readOnly ? "outline" : tab;
  return (
    <div className={classes["left"]}>
      {!readOnly && (
        <div className={classes["tabs"]}>
          <SegmentedControl
            aria-label="Left panel"
            size="xs"
            fullWidth
            value={tab}
            onChange={(value) => setTab(value as typeof tab)}
            data={[
              { value: "add", label: "Add nodes" },
              { value: "outline", label: "Outline" },
            ]}
          />
        </div>
      )}
      <div className={classes["tab"]}>{shown === "add" ? <Palette /> : <Outline />}</div>
    </div>
  );
}

/** Workflow nodes show the name of the workflow that they enter, not its id. */
function useNames(store: CanvasStore, lists: LoadedLists): void {
  const names = useMemo(
    () => new Map((lists.options("campaigns") ?? []).map(({ value, label }) => [String(value), label])),
    [lists],
  );
  useEffect(() => store.setState({ names }), [store, names]);
}

/** `?node=3` opens that node, once: links from a journey's steps lead here. */
function useNodeOfAddress(store: CanvasStore): void {
  const [address, setAddress] = useAddress();
  const id = Number(address["node"]);
  useEffect(() => {
    if (!Number.isInteger(id)) return;
    goTo(store, id);
    setAddress({ node: undefined });
  }, [store, id, setAddress]);
}

/** Ctrl S saves, also while one types in a form. */
function useSaveKey(save: () => Promise<boolean>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void save();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [save]);
}

/** The local date, for the bounds of date fields. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
