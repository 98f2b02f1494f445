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

/** Actions of the section controls. */
export type SectionTool = "choose" | "add" | "delete";

/** The section controls, with one of them open (spec 2 §2.1, §4.3). */
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

/** The confirmation text: the nodes of the section and the Section node that enters it are deleted too. */
function deletedWith(graph: Graph, name: string): string {
  // the section start is added on load and not saved
  const nodes = nodesIn(graph, name).filter(({ kind }) => kind !== "sectionStart").length;
  const isEntered = [...graph.nodes.values()].some(
    ({ kind, draft }) => kind === "section" && (draft as { section?: string }).section === name,
  );
  const deleted = [
    ...(nodes > 0 ? [`${plural(nodes, "node")} in it`] : []),
    ...(isEntered ? ["the Section node that enters it"] : []),
  ];
  if (deleted.length === 0) return "The section is empty. You can undo this.";
  return `This also deletes ${deleted.join(" and ")}. You can undo this.`;
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
          title={sections.length === 0 ? "There are no sections besides main" : undefined}
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
