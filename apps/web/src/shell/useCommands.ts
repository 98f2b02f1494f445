import { useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  IconAddressBook,
  IconArrowRight,
  IconBolt,
  IconChartBar,
  IconHistory,
  IconMessage2,
  IconPhone,
  IconPlayerPlay,
  IconRouteAltLeft,
  IconSettings,
  IconSitemap,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { ivrRoutes } from "@trunkline/contract/routing/ivr.ts";
import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { useChecklist } from "../actions/useChecklist.ts";
import { useMay, useMe } from "../api/me.ts";
import { newestWorkflows } from "../api/newestWorkflows.ts";
import { listOf } from "../api/queries.ts";
import { isOffered, settingsPanes } from "../identity/settingsPanes.ts";
import { paths } from "../paths.ts";
import { askToDial } from "../phone/dialStore.ts";
import { recentPages } from "../ui/page/recentPages.ts";
import { useGo } from "../ui/page/useGo.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import type { Command } from "./command.ts";
import { allPlaces } from "./navigation.ts";
import { usePageCommands } from "./usePageCommands.ts";
import { useSession } from "./useSession.ts";

/** The results listed per group. */
const perGroup = 6;
/** Groups that the server has searched. */
const isSearched: ReadonlySet<Command["group"]> = new Set(["Contacts", "Runs"]);
/** A number with at least seven digits, as it is typed. */
const typedNumber = /^\+?[\d\s().-]{7,20}$/;

const matches = (label: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word));

/** The commands that fit what was typed, a few of each group. */
export function useCommands(text: string): Command[] {
  const here = usePageCommands();
  const recent = useRecent(text);
  const places = usePlaces();
  const settings = useSettings(text);
  const found = useFound(text);
  const searched = useSearched(text);
  const calls = useCalls(text);
  return [...calls, ...here, ...recent, ...places, ...settings, ...found, ...searched]
    .filter(
      ({ id, label, note, group }) => isSearched.has(group) || id === "call" || matches(`${label} ${note ?? ""}`, text),
    )
    .filter(
      (command, _, all) =>
        all.filter(({ group }) => group === command.group).indexOf(command) <
        perGroup + (command.group === "Pages" ? 4 : 0),
    );
}

/** What was open before in this tab, until something is typed. */
function useRecent(text: string): Command[] {
  const go = useGo();
  const { accountSid } = useMe().account;
  const { pathname } = useLocation();
  if (text !== "") return [];
  return recentPages(accountSid)
    .filter(({ path }) => path !== pathname)
    .map(
      ({ path, label, section }, at): Command => ({
        id: `recent-${at}`,
        group: "Recent",
        label,
        note: section,
        icon: IconHistory,
        run: () => go(path),
      }),
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
    ...allPlaces
      .filter(({ privilege }) => privilege === undefined || may(privilege))
      .map(
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

/** Calls the number that was typed. */
function useCalls(text: string): Command[] {
  const may = useMay()("inbox-use");
  if (!may || !typedNumber.test(text)) return [];
  return [{ id: "call", group: "Actions", label: `Call ${text}`, icon: IconPhone, run: () => askToDial(text) }];
}

/** The panes of the settings, which no page of the navigation names. */
function useSettings(text: string): Command[] {
  const go = useGo();
  const may = useMay();
  if (text === "") return [];
  return settingsPanes
    .filter((pane) => isOffered(pane, may))
    .map(
      ({ id, label }): Command => ({
        id: `settings-${id}`,
        group: "Settings",
        label,
        icon: IconSettings,
        run: () => go(paths.settings(id === "profile" ? "" : id)),
      }),
    );
}

/** Things whose whole list is here: workflows, templates, saved reports, IVR menus and numbers. */
function useFound(text: string): Command[] {
  const go = useGo();
  const listed = { staleTime: 30_000, enabled: text !== "" };
  const workflows = useQuery({ ...newestWorkflows, staleTime: 30_000 });
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), ...listed });
  const reports = useQuery({ ...listOf(savedReportRoutes.list), ...listed });
  const menus = useQuery({ ...listOf(ivrRoutes.list), ...listed });
  const numbers = useQuery({ ...listOf(numberRoutes.list), ...listed });
  if (text === "") return [];
  return [
    ...(workflows.data ?? []).map(
      ({ campaignId, campaignName, tags }): Command => ({
        id: campaignId,
        group: "Workflows",
        label: campaignName,
        note: tags.join(", "),
        icon: IconRouteAltLeft,
        run: () => go(paths.editCampaign(campaignId)),
      }),
    ),
    ...(templates.data ?? []).map(
      ({ templateId, templateTitle }): Command => ({
        id: templateId,
        group: "Templates",
        label: templateTitle,
        icon: IconMessage2,
        run: () => go(paths.editTemplate(templateId)),
      }),
    ),
    ...(reports.data ?? []).map(
      ({ reportId, name }): Command => ({
        id: reportId,
        group: "Reports",
        label: name,
        icon: IconChartBar,
        run: () => go(paths.report(reportId)),
      }),
    ),
    ...(menus.data ?? []).map(
      ({ ivrName }, at): Command => ({
        id: `ivr-${at}`,
        group: "IVR menus",
        label: ivrName,
        icon: IconSitemap,
        run: () => go(paths.editIvr(ivrName)),
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

/** Contacts and runs, which the server searches. */
function useSearched(text: string): Command[] {
  const go = useGo();
  const [search] = useDebouncedValue(text, 180);
  const asked = { enabled: search.length >= 2, staleTime: 10_000 };
  const contacts = useQuery({ ...listOf(contactRoutes.list, { query: { search, limit: perGroup } }), ...asked });
  const runs = useQuery({ ...listOf(batchRoutes.list, { query: { search, limit: perGroup } }), ...asked });
  if (text === "" || search.length < 2) return [];
  return [
    ...(contacts.data ?? []).map(
      ({ contactId, firstName, lastName, phone, email }): Command => ({
        id: contactId,
        group: "Contacts",
        label: [firstName, lastName].filter(Boolean).join(" ") || email || formatPhone(phone),
        note: formatPhone(phone),
        icon: IconAddressBook,
        run: () => go(paths.contact(contactId)),
      }),
    ),
    ...(runs.data ?? []).map(
      ({ campaignId, batchId, displayName, campaignName }): Command => ({
        id: batchId,
        group: "Runs",
        label: displayName,
        note: campaignName,
        icon: IconPlayerPlay,
        run: () => go(paths.batch(campaignId, batchId)),
      }),
    ),
  ];
}
