import { Button, Group, Menu, Popover, Select, Stack, TextInput } from "@mantine/core";
import { IconPlus, IconSelector, IconTrash } from "@tabler/icons-react";
import { type Graph, mainSection, nodesIn } from "@trunkline/workflow/outbound/graph.ts";
import {
  addSection,
  deletableSections,
  deleteSection,
  sectionNameIssue,
} from "@trunkline/workflow/outbound/sections.ts";
import { type FormEvent, useState } from "react";
import { confirm } from "../ui/dialog/confirm.tsx";
import { plural } from "../ui/text/formatFigure.ts";
import { edit, graphOf, showSection, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { SectionLabel, sectionLabelId } from "./SectionLabel.tsx";

/** What can be done with sections. */
export type SectionTool = "choose" | "add" | "delete";

/** The controls of the sections, one of them open (spec 2 §2.1, §4.3). */
export function SectionTools({ startOpen }: { startOpen: SectionTool }) {
  const store = useCanvasStore();
  const sections = useCanvas((state) => graphOf(state).sections);
  const section = useCanvas((state) => state.section);
  const readOnly = useCanvas((state) => state.readOnly);
  return (
    <>
      <SectionLabel />
      <Select
        aria-labelledby={sectionLabelId}
        size="xs"
        w={150}
        allowDeselect={false}
        rightSection={<IconSelector size={14} />}
        autoFocus={startOpen === "choose"}
        defaultDropdownOpened={startOpen === "choose"}
        data={[...sections.keys()]}
        value={section}
        onChange={(name) => name && showSection(store, name)}
      />
      {!readOnly && (
        <Group gap={4} wrap="nowrap">
          <AddSection startOpen={startOpen === "add"} />
          <DeleteSection startOpen={startOpen === "delete"} />
        </Group>
      )}
    </>
  );
}

function AddSection({ startOpen }: { startOpen: boolean }) {
  const store = useCanvasStore();
  const [isOpen, setOpen] = useState(startOpen);
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  useCanvas((state) => graphOf(state).sections);
  const issue = sectionNameIssue(graphOf(store.getState()), name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue !== undefined) return;
    edit(store, (before) => addSection(before, name));
    showSection(store, name.trim());
    setOpen(false);
  };
  const toggle = () => {
    setName("");
    setTried(false);
    setOpen(!isOpen);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconPlus size={14} />} onClick={toggle}>
          Add Section
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit} noValidate>
          <Stack gap={8} w={220}>
            <TextInput
              label="Section Name"
              size="xs"
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={isTried || name !== "" ? issue : undefined}
            />
            <Button type="submit" size="xs">
              Add
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What goes with a section: its nodes, and the Section node that leads there, where there are any. */
function deletedWith(graph: Graph, name: string): string {
  // its start is made on load, and no node of the workflow
  const nodes = nodesIn(graph, name).filter(({ kind }) => kind !== "sectionStart").length;
  const isEntered = [...graph.nodes.values()].some(
    ({ kind, draft }) => kind === "section" && (draft as { section?: string }).section === name,
  );
  const gone = [
    ...(nodes > 0 ? [`${plural(nodes, "node")} in it`] : []),
    ...(isEntered ? ["the Section node that leads there"] : []),
  ];
  if (gone.length === 0) return "It is empty. Undo brings it back.";
  return `This also deletes ${gone.join(" and ")}. Undo brings everything back.`;
}

function DeleteSection({ startOpen }: { startOpen: boolean }) {
  const store = useCanvasStore();
  useCanvas((state) => graphOf(state).sections);
  const sections = deletableSections(graphOf(store.getState()));
  const remove = async (name: string) => {
    const isSure = await confirm({
      title: `Delete section "${name}"?`,
      consequence: deletedWith(graphOf(store.getState()), name),
      confirm: "Delete",
    });
    if (!isSure) return;
    edit(store, (before) => deleteSection(before, name));
    showSection(store, mainSection);
  };
  return (
    <Menu position="bottom-start" defaultOpened={startOpen}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} />}
          disabled={sections.length === 0}
          title={sections.length === 0 ? "There is no section but main" : undefined}
        >
          Delete Section
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map((name) => (
          <Menu.Item key={name} onClick={() => void remove(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
