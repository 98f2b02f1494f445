import { ActionIcon, Button, Stack } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconRefresh, IconRoute, IconSitemap, IconSparkles, IconTrashX } from "@tabler/icons-react";
import { type RouteTag, type RouteTest, routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { resetDrawing } from "@trunkline/workflow/inbound/drawing.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useState } from "react";
import { useStore } from "zustand";
import { callOne } from "../../../api/call.ts";
import { useMe } from "../../../api/me.ts";
import { Canvas } from "../../../canvas/Canvas.tsx";
import { CanvasControls } from "../../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../../canvas/CanvasProvider.tsx";
import { type CanvasStore, createCanvas, edit, isChanged, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { tidy } from "../../../canvas/keys/canvasKeys.ts";
import { Overlays } from "../../../canvas/Overlays.tsx";
import { PanelSkeleton, panelFallbacks } from "../../../canvas/PanelSkeleton.tsx";
import { paths } from "../../../paths.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { useLeavePrompt } from "../../../ui/form/useLeavePrompt.ts";
import { Crumbs } from "../../../ui/page/Crumbs.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { useGo } from "../../../ui/page/useGo.ts";
import { usePreload } from "../../../ui/page/usePreload.ts";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";
import { ApprovalBanner } from "../approval/ApprovalBanner.tsx";
import classes from "../editor/Editor.module.css";
import { EditorBar } from "../editor/EditorBar.tsx";
import { KeptDraftNote } from "../editor/KeptDraftNote.tsx";
import { LeftPanel } from "../editor/LeftPanel.tsx";
import { leaving } from "../editor/leaving.ts";
import { SaveButton } from "../editor/SaveButton.tsx";
import { inboundDraft } from "../editor/serverDraft.ts";
import { draftKey, useKeptDraft } from "../editor/useKeptDraft.ts";
import { useSaveKey } from "../editor/useSaveKey.ts";
import { type SideTools, useSideTools } from "../editor/useSideTools.ts";
import { ExportFile } from "../list/ExportFile.tsx";
import { inboundDoor } from "../versions/editorDoor.ts";
import { NewerVersion } from "../versions/NewerVersion.tsx";
import { OtherEditors } from "../versions/OtherEditors.tsx";
import { PastVersion } from "../versions/PastVersion.tsx";
import { ReadOnlyNote } from "../versions/ReadOnlyNote.tsx";
import { routeVersions } from "../versions/routeVersions.ts";
import { useEditing } from "../versions/useEditing.ts";
import { useOtherEditors } from "../versions/useOtherEditors.ts";
import { VersionsButton } from "../versions/VersionsButton.tsx";
import { InboundSidePart, loadTester } from "./InboundSidePart.tsx";
import { keepInbound, restoreInbound } from "./keptInbound.ts";
import type { RouteState } from "./routeState.ts";
import { useInboundPublishing } from "./useInboundPublishing.ts";
import { useInboundValidation } from "./useInboundValidation.ts";
import { loadSave, useSaveInbound } from "./useSaveInbound.ts";
import { withNumbers, withNumbersOf } from "./withNumbers.ts";

// loaded after the drawing
const InboundPanel = later(async () => (await import("./InboundPanel.tsx")).InboundPanel, panelFallbacks);
const loadName = () => import("../list/NameWorkflow.tsx");
const NameWorkflow = later(async () => (await loadName()).NameWorkflow, { frame: overThePage });
const soon = [loadTester, loadName, loadSave];

/** A loaded inbound workflow. `route` is null before it has a name. */
export interface LoadedInbound {
  route: RouteState | null;
  graph: Graph;
  tests: readonly RouteTest[];
  /** The version on the canvas; 0 before the first save. */
  version: number;
}

interface Props {
  loaded: LoadedInbound;
  accountSid: string;
  /** Reloads everything. Unsaved changes are lost. */
  reload: () => void;
  isReloading: boolean;
}

/** The designer of a loaded inbound workflow (spec 1 §2.5). */
export function InboundEditor({ loaded, accountSid, reload, isReloading }: Props) {
  const [store] = useState(() => createCanvas({ graph: loaded.graph, context: { flag: () => false, today: "" } }));
  const tests = useRouteTests(loaded.tests);
  const tools = useSideTools(loaded.route?.tag.routeTag ?? "");
  const [isNaming, setNaming] = useState(false);
  const saving = useSaveInbound(store, loaded.route, {
    accountSid,
    removedTests: tests.removed,
    testsSaved: tests.forgetRemoved,
    testsRead: tests.read,
  });
  const { route, save, isSaving, late, rebaseOn } = saving;
  const drawingChanged = useStore(store, isChanged);
  const changed = drawingChanged || tests.removed.length > 0;
  const newest = route?.tag.workflowUIVersion ?? 0;
  const isPast = loaded.version > 0 && loaded.version < newest && route === loaded.route;
  const { mayEdit, isNarrow, readOnly } = useEditing(store, isPast);
  const versions = routeVersions(accountSid, route?.tag.routeTag ?? "");
  const title = route?.tag.routeTag ?? "New inbound workflow";
  useInboundValidation(store, route);
  usePreload(soon);
  const publishing = useInboundPublishing(store, saving, versions, tests.tests);
  const trySave = publishing.ask ?? (() => void save());
  const saveOrName = () => (route === null && publishing.tag === null ? setNaming(true) : trySave());
  useSaveKey(saveOrName, !readOnly);
  const kept = useInboundDraft(store, route, !readOnly);
  const open = useOtherEditors(inboundDoor(route?.tag.routeTag ?? ""), changed, !readOnly && route !== null);
  useLeavePrompt(changed && !isSaving && !isNaming && !publishing.isAsked, leaving);
  useDocumentTitle(`${title} · Trunkline`);
  const shown = isPast ? loaded.version : newest;
  return (
    <CanvasProvider store={store}>
      <div className={classes["editor"]}>
        <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: title }]} />
        <EditorBar title={title} version={shown} changed={changed} draft={kept.state}>
          <OtherEditors open={open} />
          {newest > 0 && <VersionsButton of={versions} shown={shown} changed={changed} />}
          {route !== null && newest > 0 && (
            <ExportFile workflow={{ id: title, title, route: route.tag }} changed={changed} />
          )}
          {route !== null && <ReloadButton changed={changed} reload={reload} isReloading={isReloading} />}
          <ToolButtons tools={tools} />
          {!readOnly && <SaveButton isSaving={isSaving} save={saveOrName} publish={publishing.publish} />}
        </EditorBar>
        {isPast && (
          <PastVersion
            of={versions}
            version={shown}
            newest={newest}
            mayRestore={mayEdit && !isNarrow}
            ask={publishing.ask}
            leave={reload}
          />
        )}
        {(isNarrow || !mayEdit) && <ReadOnlyNote mayEdit={mayEdit} />}
        <KeptDraftNote kept={kept} />
        <ApprovalBanner workflow={route?.tag.routeTag ?? ""} version={shown} load={reload} />
        {route !== null && (
          <NewerVersion
            of={versions}
            version={newest}
            open={open}
            isSaving={isSaving}
            late={late}
            reload={reload}
            saveOver={(over) => publishing.again(undefined, over)}
            completed={(both) => withTheirNumbers(store, route.tag, both)}
            saveMerged={(version) => publishing.again(rebaseOn(route, version))}
          />
        )}
        <ReplacedNote loaded={loaded.route} />
        <div className={classes["work"]}>
          {!isNarrow && !tools.isProposing && (
            <LeftPanel readOnly={readOnly} tools={<Tools isSaving={isSaving} save={saveOrName} />} />
          )}
          <Drawing route={route} tests={tests} readOnly={readOnly} tools={tools} />
        </div>
        {isNaming && <Naming save={save} close={() => setNaming(false)} ask={publishing.name} />}
        {publishing.dialog}
      </div>
    </CanvasProvider>
  );
}

/** The user's unsaved changes to the workflow. */
function useInboundDraft(store: CanvasStore, route: RouteState | null, isKept: boolean) {
  const { userId } = useMe().user;
  return useKeptDraft(store, {
    key: draftKey(userId, route?.tag.routeTag ?? "new inbound workflow"),
    version: route?.tag.workflowUIVersion ?? 0,
    isKept,
    server: route === null ? undefined : inboundDraft(route.tag.routeTag),
    write: keepInbound,
    read: restoreInbound,
  });
}

/** Numbers are saved with the route, not with a version: those that were loaded, and those of now. */
async function withTheirNumbers(
  store: CanvasStore,
  { routeTag }: RouteTag,
  { base, theirs }: { base: Graph; theirs: Graph },
): Promise<{ base: Graph; theirs: Graph }> {
  const tag = await callOne(routeTagRoutes.find, { params: { routeTag } });
  return { base: withNumbersOf(base, store.getState().saved), theirs: withNumbers(theirs, tag) };
}

interface RouteTests {
  tests: readonly RouteTest[];
  /** The ids of the tests removed since the last save. */
  removed: readonly string[];
  add: (test: RouteTest) => void;
  remove: (testId: string) => void;
  forgetRemoved: () => void;
  read: (tests: readonly RouteTest[]) => void;
}

/** The route tests of the workflow. New ones are saved at once, removed ones with the workflow. */
function useRouteTests(loaded: readonly RouteTest[]): RouteTests {
  const [tests, setTests] = useState(loaded);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  return {
    tests,
    removed,
    add: (test) => setTests((before) => [...before, test]),
    remove: (testId) => {
      setTests((before) => before.filter((test) => test.testId !== testId));
      setRemoved((before) => [...before, testId]);
    },
    forgetRemoved: () => setRemoved([]),
    read: setTests,
  };
}

function ReloadButton({ changed, reload, isReloading }: Pick<Props, "reload" | "isReloading"> & { changed: boolean }) {
  const refresh = async () => {
    const isSure =
      !changed ||
      (await confirm({ title: "Reload workflow?", consequence: leaving, confirm: "Reload", cancel: "Stay" }));
    if (isSure) reload();
  };
  return (
    <Tooltip label="Refresh">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label="Refresh"
        loading={isReloading}
        onClick={() => void refresh()}
      >
        <IconRefresh size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Opens the tools beside the canvas. Without a language model there is one. */
const ToolButtons = ({ tools: { open, describe, tryOut } }: { tools: SideTools }) => (
  <>
    {describe !== undefined && (
      <Button
        variant="default"
        leftSection={<IconSparkles size={16} />}
        aria-pressed={open === "describe"}
        onClick={describe}
      >
        Describe
      </Button>
    )}
    <Button variant="default" leftSection={<IconRoute size={16} />} aria-pressed={open === "tester"} onClick={tryOut}>
      Try it
    </Button>
  </>
);

/** A warning for destinations that no drawing made: the first save replaces them. */
const ReplacedNote = ({ loaded }: { loaded: RouteState | null }) =>
  loaded !== null && loaded.tag.workflowUIVersion === 0 && loaded.destinations.length > 0 ? (
    <div className={classes["narrow"]} role="note">
      This workflow has destinations that were created without the designer. Saving replaces them.
    </div>
  ) : null;

// one list, because what depends on it is computed again for another
const noDestinations: RouteState["destinations"] = [];

interface DrawingProps {
  route: RouteState | null;
  tests: RouteTests;
  readOnly: boolean;
  tools: SideTools;
}

/** The canvas with the panel of the selected card, or with a tool beside it. */
const Drawing = ({ route, tests, readOnly, tools }: DrawingProps) => (
  <>
    <div className={classes["drawing"]} hidden={tools.isProposing}>
      <Canvas>
        <CanvasControls />
        <Overlays />
      </Canvas>
      {tools.open !== "tester" && (
        <PanelSkeleton>
          <InboundPanel routeTag={route?.tag.routeTag ?? ""} />
        </PanelSkeleton>
      )}
    </div>
    <InboundSidePart
      tools={tools}
      tests={tests.tests}
      readOnly={readOnly}
      routeTag={route?.tag.routeTag ?? null}
      destinations={route?.destinations ?? noDestinations}
      keep={tests.add}
      remove={tests.remove}
    />
  </>
);

/** Asks for a name, saves the new workflow under it and opens its own address. */
function Naming({
  save,
  close,
  ask,
}: {
  /** Returns the saved version, 0 if it was not saved. */
  save: (tag: RouteTag) => Promise<number>;
  close: () => void;
  /** For those who have to ask for approval. */
  ask: ((tag: RouteTag) => void) | undefined;
}) {
  const go = useGo();
  return (
    <NameWorkflow
      close={close}
      named={async (tag: RouteTag) => {
        if (ask !== undefined) {
          ask(tag);
          return false;
        }
        const isDone = (await save(tag)) > 0;
        if (isDone) go(paths.editInbound(tag.routeTag));
        return isDone;
      }}
    />
  );
}

/** Actions for the whole drawing (spec 1 §2.5). */
function Tools({ isSaving, save }: { isSaving: boolean; save: () => void }) {
  const store = useCanvasStore();
  return (
    <Stack gap={6} className={classes["tools"]}>
      <Button
        size="xs"
        variant="default"
        fullWidth
        leftSection={<IconTrashX size={14} />}
        onClick={() => edit(store, resetDrawing, { glide: true })}
      >
        Reset Workflow
      </Button>
      <Button size="xs" variant="default" fullWidth leftSection={<IconSitemap size={14} />} onClick={() => tidy(store)}>
        Clean Up Layout
      </Button>
      <SaveButton full isSaving={isSaving} save={save} />
    </Stack>
  );
}
