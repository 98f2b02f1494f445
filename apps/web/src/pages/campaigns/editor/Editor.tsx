import { Button } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconDeviceMobile, IconPlayerPlay, IconSparkles } from "@tabler/icons-react";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import type { savedWorkflow } from "@trunkline/contract/workflows/campaignVersion.ts";
import type { OpenWorkflow } from "@trunkline/contract/workflows/editors.ts";
import { keepGraph, restoreGraph } from "@trunkline/workflow/outbound/keptGraph.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { notAllowed, useMay, useMe } from "../../../api/me.ts";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { type CanvasStore, createCanvas, goTo, isChanged } from "../../../canvas/canvasStore.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { PanelSkeleton, panelFallbacks } from "../../../canvas/PanelSkeleton.tsx";
import { SectionsPanel } from "../../../canvas/SectionsPanel.tsx";
import { paths } from "../../../paths.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { useLeavePrompt } from "../../../ui/form/useLeavePrompt.ts";
import { Crumbs } from "../../../ui/page/Crumbs.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { usePreload } from "../../../ui/page/usePreload.ts";
import { ApprovalBanner } from "../approval/ApprovalBanner.tsx";
import { ExportFile } from "../list/ExportFile.tsx";
import { usePublishing } from "../publish/usePublishing.tsx";
import { campaignVersions } from "../versions/campaignVersions.ts";
import { outboundDoor } from "../versions/editorDoor.ts";
import { NewerVersion } from "../versions/NewerVersion.tsx";
import { OtherEditors } from "../versions/OtherEditors.tsx";
import { PastVersion } from "../versions/PastVersion.tsx";
import { ReadOnlyNote } from "../versions/ReadOnlyNote.tsx";
import { useEditing } from "../versions/useEditing.ts";
import { useOtherEditors } from "../versions/useOtherEditors.ts";
import { VersionsButton } from "../versions/VersionsButton.tsx";
import type { Versioned } from "../versions/versioned.ts";
import classes from "./Editor.module.css";
import { EditorBar } from "./EditorBar.tsx";
import { KeptDraftNote } from "./KeptDraftNote.tsx";
import { LeftPanel } from "./LeftPanel.tsx";
import { leaving } from "./leaving.ts";
import { localToday } from "./localToday.ts";
import { SaveButton } from "./SaveButton.tsx";
import { SidePart } from "./SidePart.tsx";
import { type DraftState, outboundDraft } from "./serverDraft.ts";
import { useCardNames } from "./useCardNames.ts";
import { draftKey, useKeptDraft } from "./useKeptDraft.ts";
import { useSaveKey } from "./useSaveKey.ts";
import { type SavedState, useSaveWorkflow } from "./useSaveWorkflow.ts";
import { useSideTools } from "./useSideTools.ts";

// loaded after the drawing
const EditorPanel = later(async () => (await import("./EditorPanel.tsx")).EditorPanel, panelFallbacks);
const RunBar = later(async () => (await import("../run/RunBar.tsx")).RunBar);
const LatestRun = later(async () => (await import("../run/LatestRun.tsx")).LatestRun);
const loadRun = () => import("../run/RunWorkflow.tsx");
const RunWorkflow = later(async () => (await loadRun()).RunWorkflow, { frame: overThePage });
const DryRunDialog = later(async () => (await import("../run/DryRunDialog.tsx")).DryRunDialog, { frame: overThePage });
const OnTheirWayNote = later(async () => (await import("../moves/OnTheirWayNote.tsx")).OnTheirWayNote);
const soon = [loadRun];

interface Props {
  campaign: Campaign;
  /** Null before the first save. */
  workflow: Saved | null;
  /** Reloads everything and shows the newest version. Unsaved changes are lost. */
  loadNewest: () => void;
}
type Saved = ReturnType<typeof savedWorkflow.parse>;

/** The editor of a loaded workflow. */
export function Editor({ campaign, workflow, loadNewest }: Props) {
  const past = workflow !== null && workflow.version < campaign.workflowVersion ? workflow : undefined;
  const store = useLoadedCanvas(campaign, workflow, past);
  const saving = useSaveWorkflow(store, { campaign, version: workflow?.version ?? 0 });
  const { save, ask, asked, isSaving, saved, late, rebaseOn } = saving;
  const versions = campaignVersions(campaign.campaignId);
  const publishing = usePublishing(store, saving, versions, (note) => ask(note, past && campaign.workflowVersion));
  const changed = useStore(store, isChanged);
  // creation saves an empty workflow first (spec 1 §4.6)
  const isBlank = useStore(store, ({ saved: stored }) => stored.nodes.size < 2);
  const [{ run: runId }] = useAddress();
  const tools = useSideTools(campaign.campaignId);
  const { mayEdit, isNarrow, readOnly } = useEditing(store, past !== undefined);
  useCardNames(store);
  usePreload(soon);
  useSaveKey(publishing.ask ?? (() => void save()), !readOnly);
  useNodeOfAddress(store);
  const kept = useDraft(store, saved, mayEdit && !isNarrow && past === undefined);
  const open = useOtherEditors(outboundDoor(campaign.campaignId), changed, !readOnly);
  useLeavePrompt(changed && !isSaving && !publishing.isAsked, leaving);
  useDocumentTitle(`${saved.campaign.campaignName} · Trunkline`);
  const publishOver = (newest: number) => void (publishing.ask ? ask(asked.note, newest) : save(newest));
  // the dialog that publishes says itself who is on their way
  const savedHere = workflow !== null && past === undefined && saved.version > workflow.version;
  const notesContacts = savedHere && saved.version !== publishing.published;
  return (
    <CanvasProvider store={store}>
      <div className={classes["editor"]}>
        <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: saved.campaign.campaignName }]} />
        <TopBar
          campaign={saved.campaign}
          versions={versions}
          version={isBlank && past === undefined ? 0 : saved.version}
          isPast={past !== undefined}
          changed={changed}
          draft={kept.state}
          isSaving={isSaving}
          save={() => save()}
          ask={publishing.ask}
          publish={publishing.publish}
          readOnly={readOnly}
          tryOut={tools.tryOut}
          describe={tools.describe}
          open={open}
        />
        {past !== undefined && (
          <PastVersion
            of={versions}
            version={past.version}
            newest={campaign.workflowVersion}
            mayRestore={mayEdit && !isNarrow}
            ask={publishing.ask}
            leave={loadNewest}
          />
        )}
        {(isNarrow || !mayEdit) && <ReadOnlyNote mayEdit={mayEdit} />}
        <KeptDraftNote kept={kept} />
        <ApprovalBanner workflow={campaign.campaignId} version={saved.version} load={loadNewest} />
        <NewerVersion
          of={versions}
          version={saved.version}
          open={open}
          isSaving={isSaving}
          late={late}
          reload={loadNewest}
          saveOver={publishOver}
          saveMerged={(newest) => void rebaseOn(newest).then(() => publishOver(newest))}
        />
        {notesContacts && <OnTheirWayNote campaignId={campaign.campaignId} version={saved.version} />}
        {runId === undefined ? null : <RunBar campaignId={campaign.campaignId} />}
        <Work campaignId={campaign.campaignId} tools={tools} hasPanel={!isNarrow} readOnly={readOnly} />
        {publishing.dialog}
      </div>
    </CanvasProvider>
  );
}

interface WorkProps {
  campaignId: string;
  tools: ReturnType<typeof useSideTools>;
  /** Whether the palette is beside the canvas. */
  hasPanel: boolean;
  readOnly: boolean;
}

/** The palette, the canvas with the form of the opened node, and the tester or the proposal. */
const Work = ({ campaignId, tools, hasPanel, readOnly }: WorkProps) => (
  <div className={classes["work"]}>
    {hasPanel && !tools.isProposing && <LeftPanel readOnly={readOnly} />}
    <div className={classes["drawing"]} hidden={tools.isProposing}>
      <Canvas>
        <SectionsPanel />
        <CanvasControls>
          <LatestRun campaignId={campaignId} />
        </CanvasControls>
        <Overlays />
      </Canvas>
      <PanelSkeleton>
        <EditorPanel findContact={tools.findContact} />
      </PanelSkeleton>
    </div>
    <SidePart campaignId={campaignId} tools={tools} />
  </div>
);

/** The canvas of the saved workflow, with the settings of a past version. */
function useLoadedCanvas(campaign: Campaign, workflow: Saved | null, past: Saved | undefined): CanvasStore {
  const { flags } = useMe();
  const [store] = useState(() =>
    createCanvas({
      graph: readGraph(workflow?.workflow ?? null, past === undefined ? campaign : { ...campaign, ...past.settings }),
      context: { flag: (name) => ownValue(flags, name) ?? false, today: localToday() },
    }),
  );
  return store;
}

/** The user's unsaved changes to the workflow. */
function useDraft(store: CanvasStore, { campaign, version }: SavedState, isKept: boolean) {
  const { userId } = useMe().user;
  return useKeptDraft(store, {
    key: draftKey(userId, campaign.campaignId),
    version,
    isKept,
    server: outboundDraft(campaign.campaignId),
    write: keepGraph,
    read: restoreGraph,
  });
}

interface TopBarProps {
  campaign: Campaign;
  versions: Versioned;
  /** 0 before the first save. */
  version: number;
  /** Whether an older version is shown. */
  isPast: boolean;
  changed: boolean;
  draft: DraftState;
  isSaving: boolean;
  /** Returns the saved version, 0 if it was not saved. */
  save: () => Promise<number>;
  /** Opens the dialog of those who have to ask for approval. */
  ask: (() => void) | undefined;
  /** Opens the dialog that publishes with a note. */
  publish: (() => void) | undefined;
  readOnly: boolean;
  tryOut: () => void;
  /** Undefined without a language model. */
  describe: (() => void) | undefined;
  /** Who else has the workflow open. */
  open: OpenWorkflow | undefined;
}

function TopBar({
  campaign,
  versions,
  version,
  isPast,
  changed,
  draft,
  isSaving,
  save,
  ask,
  publish,
  readOnly,
  tryOut,
  describe,
  open,
}: TopBarProps) {
  const [isRunning, setRunning] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const mayRun = useMay()("workflow-run");
  const savesFirst = changed && !readOnly && ask === undefined;
  const run = async () => {
    if (!savesFirst || (await save()) > 0) setRunning(true);
  };
  return (
    <EditorBar title={campaign.campaignName} version={version} changed={changed} draft={draft}>
      <OtherEditors open={open} />
      {version > 0 && <VersionsButton of={versions} shown={version} changed={changed} />}
      {version > 0 && (
        <ExportFile
          workflow={{ id: campaign.campaignId, title: campaign.campaignName, route: null }}
          changed={changed}
        />
      )}
      {describe !== undefined && (
        <Button variant="default" leftSection={<IconSparkles size={16} />} onClick={describe}>
          Describe
        </Button>
      )}
      <Button variant="default" leftSection={<IconDeviceMobile size={16} />} onClick={tryOut}>
        Try it
      </Button>
      <ReasonButton
        variant="default"
        reason={isPast ? "Dry runs play the newest version." : undefined}
        onClick={() => setTrying(true)}
      >
        Dry run
      </ReasonButton>
      <ReasonButton
        variant="default"
        leftSection={<IconPlayerPlay size={16} />}
        reason={isPast ? "Runs use the newest version." : whyNotRun(mayRun, version, savesFirst)}
        disabled={isSaving}
        onClick={() => void run()}
      >
        {savesFirst ? "Save and run" : "Run"}
      </ReasonButton>
      {!readOnly && <SaveButton isSaving={isSaving} save={ask ?? (() => void save())} publish={publish} />}
      {isTrying && (
        <DryRunDialog campaign={campaign} changed={changed || version === 0} close={() => setTrying(false)} />
      )}
      {isRunning && <RunWorkflow campaign={campaign} close={() => setRunning(false)} />}
    </EditorBar>
  );
}

function whyNotRun(mayRun: boolean, version: number, savesFirst: boolean): string | undefined {
  if (!mayRun) return notAllowed;
  return version === 0 && !savesFirst ? "Build and save the workflow first." : undefined;
}

/** Opens the node of `?node=3` once. Journey steps link here. */
function useNodeOfAddress(store: CanvasStore): void {
  const [address, setAddress] = useAddress();
  const id = Number(address["node"]);
  useEffect(() => {
    if (!Number.isInteger(id)) return;
    goTo(store, id);
    setAddress({ node: undefined });
  }, [store, id, setAddress]);
}
