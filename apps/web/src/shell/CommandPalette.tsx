import { getDefaultZIndex, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
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
import { type KeyboardEvent, useEffect, useState } from "react";
import { useChecklist } from "../actions/useChecklist.ts";
import { useMay, useMe } from "../api/me.ts";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { useGo } from "../ui/page/useGo.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import classes from "./CommandPalette.module.css";
import { allPlaces } from "./navigation.ts";
import { useSession } from "./useSession.ts";

interface Command {
  id: string;
  group: "Pages" | "Actions" | "Workflows" | "Contacts" | "Numbers";
  label: string;
  note?: string;
  icon: TablerIcon;
  run: () => void;
}
/** The results listed per group. */
const perGroup = 6;
const [store, palette] = createSpotlight();
const select = (index: number): void => store.setState({ ...store.getState(), selected: index });
const optionId = ({ id }: Command): string => `command-${id}`;
/** The list is a listbox where it scrolls, so that the combobox that controls it counts as its keyboard access. */
const listbox = { viewportProps: { id: "commands", role: "listbox", "aria-label": "Results" } };

/**
 * Goes to any page, opens any workflow, contact or number, starts any action (look, Command palette). `takeTyped` returns
 * what was typed while this part was loading.
 */
export function CommandPalette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const [text, setText] = useState("");
  const commands = useCommands(text.trim());
  const { selected } = useSpotlight(store);
  useEffect(palette.open, []);
  const chosen = commands[selected];
  useEffect(() => {
    // Spotlight itself selects nothing until a key is pressed
    if (selected === -1) select(0);
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [selected, chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Spotlight moves its selection after this handler and does not render it
    queueMicrotask(() => store.setState({ ...store.getState() }));
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    select(event.key === "Home" ? 0 : commands.length - 1);
  };
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      size={560}
      zIndex={getDefaultZIndex("modal")}
      overlayProps={{}}
      scrollable
      maxHeight={400}
      transitionProps={{ onExited: onClose }}
      attributes={{ content: { "aria-label": "Search and commands" } }}
      classNames={{
        search: classes["search"] ?? "",
        action: classes["action"] ?? "",
        actionSection: classes["section"] ?? "",
      }}
    >
      <Spotlight.Search
        data-autofocus
        leftSection={<IconSearch size={18} />}
        placeholder="Search pages, workflows, contacts, numbers, actions"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => setText((before) => before + takeTyped())}
      />
      <Spotlight.ActionsList {...listbox}>
        {groupsOf(commands).map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
            {members.map((command) => (
              <CommandOption key={command.id} command={command} at={commands.indexOf(command)} selected={selected} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {commands.length === 0 ? <Spotlight.Empty>No results for “{text.trim()}”</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function CommandOption({ command, at, selected }: { command: Command; at: number; selected: number }) {
  const { label, note, icon: Icon, run } = command;
  return (
    <Spotlight.Action
      // Spotlight.Action drops an `id`, which aria-activedescendant needs
      ref={(option) => option?.setAttribute("id", optionId(command))}
      role="option"
      aria-selected={at === selected}
      data-selected={at === selected || undefined}
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={note ? <span className={classes["note"]}>{note}</span> : null}
      onMouseMove={() => select(at)}
      onClick={run}
    />
  );
}

/** Commands by group, in their order. */
const groupsOf = (commands: readonly Command[]): [string, Command[]][] => [
  ...Map.groupBy(commands, ({ group }) => group).entries(),
];

const matches = (label: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

function useCommands(text: string): Command[] {
  const places = usePlaces();
  const found = useFound(text);
  return [...places, ...found]
    .filter(({ label, note, group }) => (group === "Contacts" ? true : matches(`${label} ${note ?? ""}`, text)))
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
  const { restore } = useChecklist();
  const { role } = useMe();
  const action = (label: string, run: () => void, allowed = true): Command[] =>
    allowed ? [{ id: `do-${label.replaceAll(" ", "-")}`, group: "Actions", label, icon: IconBolt, run }] : [];
  return [
    ...allPlaces.map(
      ({ label, to, icon }): Command => ({
        id: `page${to.replaceAll("/", "-")}`,
        group: "Pages",
        label,
        icon,
        run: () => go(to),
      }),
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
    ...action("Get started", () => void restore(), role !== "viewer"),
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
