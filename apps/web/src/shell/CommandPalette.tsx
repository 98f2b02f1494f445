import { Modal, TextInput, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  IconAddressBook,
  IconArrowRight,
  IconBolt,
  IconPhone,
  IconRouteAltLeft,
  IconSearch,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMay } from "../api/me.ts";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { useGo } from "../ui/page/useGo.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import classes from "./CommandPalette.module.css";
import { navigation } from "./navigation.ts";
import { useSession } from "./useSession.ts";

interface Command {
  id: string;
  group: "Pages" | "Actions" | "Workflows" | "Contacts" | "Numbers";
  label: string;
  note?: string;
  icon: TablerIcon;
  run: () => void;
}
/** How many of one group are listed. */
const perGroup = 6;

/** Goes to any page, opens any workflow, contact or number, starts any action (look, Command palette). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const commands = useCommands(text.trim());
  const list = useRef<HTMLDivElement>(null);
  const chosen = commands[Math.min(at, commands.length - 1)];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: commands.length - 1 };
    const to = ownValue(moves, event.key);
    if (to !== undefined) {
      event.preventDefault();
      setAt(commands.length === 0 ? 0 : (to + commands.length) % commands.length);
    }
    if (event.key === "Enter") run(chosen);
  };
  return (
    <Modal.Root opened onClose={onClose} yOffset="12vh" size={560} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <TextInput
          data-autofocus
          variant="unstyled"
          className={classes["input"] ?? ""}
          leftSection={<IconSearch size={18} />}
          placeholder="Search pages, workflows, contacts, numbers, actions"
          aria-label="Search"
          role="combobox"
          aria-expanded
          aria-controls="commands"
          aria-activedescendant={chosen ? `command-${chosen.id}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div ref={list} id="commands" role="listbox" aria-label="Results" className={classes["list"]}>
          {commands.map((command, index) => (
            <div key={command.id}>
              {commands[index - 1]?.group === command.group ? null : (
                <div className={classes["group"]}>{command.group}</div>
              )}
              <Option
                command={command}
                isChosen={command === chosen}
                onHover={() => setAt(index)}
                onRun={() => run(command)}
              />
            </div>
          ))}
          {commands.length === 0 ? <div className={classes["none"]}>No results for “{text.trim()}”</div> : null}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function Option({
  command,
  isChosen,
  onHover,
  onRun,
}: {
  command: Command;
  isChosen: boolean;
  onHover: () => void;
  onRun: () => void;
}) {
  const Icon = command.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and points here by aria-activedescendant
    <div
      id={`command-${command.id}`}
      role="option"
      aria-selected={isChosen}
      className={classes["option"]}
      onMouseMove={onHover}
      onClick={onRun}
    >
      <Icon size={16} aria-hidden />
      <span className={classes["label"]}>{command.label}</span>
      {command.note ? <span className={classes["note"]}>{command.note}</span> : null}
    </div>
  );
}

const fits = (label: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

function useCommands(text: string): Command[] {
  const places = usePlaces();
  const found = useFound(text);
  return [...places, ...found]
    .filter(({ label, note, group }) => (group === "Contacts" ? true : fits(`${label} ${note ?? ""}`, text)))
    .filter(
      (command, _, all) =>
        all.filter(({ group }) => group === command.group).indexOf(command) <
        perGroup + (command.group === "Pages" ? 4 : 0),
    );
}

function usePlaces(): Command[] {
  const go = useGo();
  const may = useMay();
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  const { signOut } = useSession();
  const action = (label: string, run: () => void, allowed = true): Command[] =>
    allowed ? [{ id: `do-${label.replaceAll(" ", "-")}`, group: "Actions", label, icon: IconBolt, run }] : [];
  return [
    ...navigation.flatMap(({ places }) =>
      places.map(
        ({ label, to, icon }): Command => ({
          id: `page${to.replaceAll("/", "-")}`,
          group: "Pages",
          label,
          icon,
          run: () => go(to),
        }),
      ),
    ),
    {
      id: "page-simulated-carrier",
      group: "Pages",
      label: "Simulated carrier",
      icon: IconArrowRight,
      run: () => go(paths.simulatedCarrier()),
    },
    ...action("Create workflow", () => go(paths.createCampaign), may("workflow-edit")),
    ...action("Create template", () => go(paths.createTemplate), may("workflow-edit")),
    ...action("Import contacts", () => go(paths.importContacts), may("contact-admin")),
    ...action("Get a number", () => go(paths.numbers, { take: "yes" }), may("number-admin")),
    ...action("Create number set", () => go(paths.createNumberSet), may("number-admin")),
    ...action("Invite a user", () => go(paths.users, { invite: "yes" }), may("user-admin")),
    ...action("Create API key", () => go(paths.settings("api-keys")), may("account-config-update")),
    ...action("Change password", () => go(paths.settings("sign-in"))),
    ...action(colorScheme === "dark" ? "Use light theme" : "Use dark theme", () =>
      setColorScheme(colorScheme === "dark" ? "light" : "dark"),
    ),
    ...action("Sign out", () => void signOut()),
  ];
}

function useFound(text: string): Command[] {
  const go = useGo();
  const [search] = useDebouncedValue(text, 180);
  const workflows = useQuery({ ...newestWorkflows, staleTime: 30_000 });
  const numbers = useQuery({ ...listOf(numberRoutes.list), staleTime: 30_000 });
  const contacts = useQuery({
    ...listOf(contactRoutes.list, { query: { search, limit: perGroup } }),
    enabled: search.length >= 2,
    staleTime: 10_000,
  });
  if (text === "") return [];
  return [
    ...(workflows.data ?? []).map(
      ({ campaignId, campaignName }): Command => ({
        id: campaignId,
        group: "Workflows",
        label: campaignName,
        icon: IconRouteAltLeft,
        run: () => go(paths.editCampaign(campaignId)),
      }),
    ),
    ...(search.length >= 2 ? (contacts.data ?? []) : []).map(
      ({ contactId, firstName, lastName, phone, email }): Command => ({
        id: contactId,
        group: "Contacts",
        label: [firstName, lastName].filter(Boolean).join(" ") || email || formatPhone(phone),
        note: formatPhone(phone),
        icon: IconAddressBook,
        run: () => go(paths.contact(contactId)),
      }),
    ),
    ...(numbers.data ?? []).map(
      ({ phone, label }): Command => ({
        id: `number-${phone.slice(1)}`,
        group: "Numbers",
        label: formatPhone(phone),
        note: [label, phone].filter(Boolean).join(" · "),
        icon: IconPhone,
        run: () => go(paths.numbers, { q: phone }),
      }),
    ),
  ];
}
