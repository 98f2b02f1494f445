import { ActionIcon, Button, Stack, Tooltip } from "@mantine/core";
import { useDocumentTitle, useMediaQuery } from "@mantine/hooks";
import { IconRefresh, IconRoute, IconSitemap, IconTrashX } from "@tabler/icons-react";
import type { RouteTag, RouteTest } from "@trunkline/contract/inboundRoute.ts";
import { neverReached } from "@trunkline/workflow/inbound/askRoute.ts";
import { switchNumberRule } from "@trunkline/workflow/inbound/commands.ts";
import { inboundOf, inDrawing, otherNumberOf, resetDrawing } from "@trunkline/workflow/inbound/drawing.ts";
import { type Graph, type GraphNode, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { useMay } from "../../api/me.ts";
import { Canvas } from "../../canvas/Canvas.tsx";
import { CanvasControls } from "../../canvas/CanvasControls.tsx";
import { CanvasProvider } from "../../canvas/CanvasProvider.tsx";
import { tidy } from "../../canvas/canvasKeys.ts";
import { type CanvasStore, createCanvas, edit, graphOf, isChanged, useCanvasStore } from "../../canvas/canvasStore.ts";
import { Overlays } from "../../canvas/Overlays.tsx";
import { SidePanel } from "../../canvas/SidePanel.tsx";
import { paths } from "../../paths.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { useGo } from "../../ui/useGo.ts";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import classes from "./Editor.module.css";
import { EditorBar } from "./EditorBar.tsx";
import { ExportFile } from "./ExportFile.tsx";
import { LeftPanel } from "./LeftPanel.tsx";
import { leaving } from "./leaving.ts";
import { NameWorkflow } from "./NameWorkflow.tsx";
import { NewerVersion } from "./NewerVersion.tsx";
import { PastVersion } from "./PastVersion.tsx";
import { ReadOnlyNote } from "./ReadOnlyNote.tsx";
import { RouteTester } from "./RouteTester.tsx";
import { routeVersions } from "./routeVersions.ts";
import { SaveButton } from "./SaveButton.tsx";
import { useInboundLists } from "./useInboundLists.ts";
import { type RouteState, useSaveInbound } from "./useSaveInbound.ts";
import { useSaveKey } from "./useSaveKey.ts";
import { VersionsButton } from "./VersionsButton.tsx";

/** What the page has read of an inbound workflow; `route` is null for one that has no name yet. */
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
  /** Reads everything afresh; what is unsaved is lost. */
  reload: () => void;
  isReloading: boolean;
}

/** The designer of an inbound workflow that was loaded (spec 1 §2.5). */
export function InboundEditor({ loaded, accountSid, reload, isReloading }: Props) {
  const [store] = useState(() => createCanvas({ graph: loaded.graph, context: { flag: () => false, today: "" } }));
  const [tests, setTests] = useState(loaded.tests);
  const [removedTests, setRemovedTests] = useState<readonly string[]>([]);
  const [isTesting, setTesting] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { route, save, isSaving, isLate, forgetLate } = useSaveInbound(store, loaded.route, {
    ...{ accountSid, removedTests },
    testsSaved: () => setRemovedTests([]),
    testsRead: setTests,
  });
  const lists = useInboundLists(route?.tag.routeTag ?? "");
  const drawingChanged = useStore(store, isChanged);
  const changed = drawingChanged || removedTests.length > 0;
  const mayEdit = useMay()("workflow-edit");
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const newest = route?.tag.workflowUIVersion ?? 0;
  const isPast = loaded.version > 0 && loaded.version < newest && route === loaded.route;
  const readOnly = isNarrow || !mayEdit || isPast;
  const versions = routeVersions(accountSid, route?.tag.routeTag ?? "");
  const go = useGo();
  const title = route?.tag.routeTag ?? "New inbound workflow";
  useEffect(() => store.setState({ readOnly }), [store, readOnly]);
  useEffect(() => store.setState({ names: lists.names }), [store, lists.names]);
  useNeverReached(store, route);
  const trySave = () => (route === null ? setNaming(true) : void save());
  useSaveKey(trySave, !readOnly);
  useLeavePrompt(changed && !isSaving && !isNaming, leaving);
  useDocumentTitle(`${title} · Trunkline`);
  const refresh = async () => {
    const isSure =
      !changed || (await confirm({ title: "Load again?", consequence: leaving, confirm: "Load", cancel: "Stay" }));
    if (isSure) reload();
  };
  return (
    <CanvasProvider store={store}>
      <div className={classes["editor"]}>
        <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: title }]} />
        <EditorBar title={title} version={isPast ? loaded.version : newest} changed={changed}>
          {newest > 0 && <VersionsButton of={versions} shown={isPast ? loaded.version : newest} changed={changed} />}
          {route !== null && newest > 0 && (
            <ExportFile workflow={{ id: title, title, route: route.tag }} changed={changed} />
          )}
          {route !== null && (
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
          )}
          <Button
            variant="default"
            leftSection={<IconRoute size={16} />}
            aria-pressed={isTesting}
            onClick={() => setTesting(!isTesting)}
          >
            Test
          </Button>
          {!readOnly && <SaveButton isSaving={isSaving} save={trySave} />}
        </EditorBar>
        {isPast && (
          <PastVersion
            of={versions}
            version={loaded.version}
            newest={newest}
            mayRestore={mayEdit && !isNarrow}
            leave={reload}
          />
        )}
        {(isNarrow || !mayEdit) && <ReadOnlyNote mayEdit={mayEdit} />}
        {loaded.route !== null && loaded.route.tag.workflowUIVersion === 0 && loaded.route.destinations.length > 0 && (
          <div className={classes["narrow"]} role="note">
            This route has destinations that were made without a drawing. They answer until the drawing is saved, which
            takes their place.
          </div>
        )}
        <div className={classes["work"]}>
          {!isNarrow && <LeftPanel readOnly={readOnly} tools={<Tools isSaving={isSaving} save={trySave} />} />}
          <div className={classes["drawing"]}>
            <Canvas>
              <CanvasControls />
              <Overlays />
            </Canvas>
            {isTesting ? (
              <RouteTester
                {...{ tests, removedTests, readOnly }}
                routeTag={route?.tag.routeTag ?? null}
                destinations={route?.destinations ?? []}
                numbers={lists.options("numbers") ?? []}
                keep={(test) => setTests((before) => [...before, test])}
                remove={(testId) => {
                  setTests((before) => before.filter((test) => test.testId !== testId));
                  setRemovedTests((before) => [...before, testId]);
                }}
                close={() => setTesting(false)}
              />
            ) : (
              <SidePanel lists={lists} below={(node) => <SwitchNumber node={node} />} />
            )}
          </div>
        </div>
        {isNaming && (
          <NameWorkflow
            close={() => setNaming(false)}
            named={async (tag: RouteTag) => {
              const isDone = await save(tag);
              if (isDone) go(paths.editInbound(tag.routeTag));
              return isDone;
            }}
          />
        )}
        {isLate && (
          <NewerVersion
            of={versions}
            version={newest}
            close={forgetLate}
            reload={reload}
            saveOver={(version) => void save(undefined, version)}
          />
        )}
      </div>
    </CanvasProvider>
  );
}

/** What is done with the whole drawing (spec 1 §2.5). */
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

/** A rule on one number becomes a rule on the other (spec 1 §4.3). */
function SwitchNumber({ node }: { node: GraphNode }) {
  const store = useCanvasStore();
  const readOnly = useStore(store, (state) => state.readOnly);
  const other = otherNumberOf(node);
  if (other === undefined || readOnly) return null;
  const change = () =>
    edit(store, (graph) => inDrawing(graph, (inbound) => switchNumberRule(inbound, node.foreign?.wireId ?? "")));
  return (
    <Button size="xs" variant="default" onClick={change}>
      Switch to {other}
    </Button>
  );
}

/** Marks the ends of paths that nothing can ever take. */
function useNeverReached(store: CanvasStore, route: RouteState | null): void {
  const graph = useStore(store, graphOf);
  const found = useMemo(() => {
    const reached = neverReached(inboundOf(graph), {
      routeTag: route?.tag.routeTag ?? "new",
      destinations: route?.destinations ?? [],
    });
    return new Map(
      nodesIn(graph, "main").flatMap((node) => {
        const because = reached.get(node.foreign?.wireId ?? "");
        return because === undefined ? [] : [[node.id, because] as const];
      }),
    );
  }, [graph, route]);
  useEffect(() => store.setState({ never: found }), [store, found]);
}
