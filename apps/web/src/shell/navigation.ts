import {
  IconAddressBook,
  IconBuildingStore,
  IconChartBar,
  IconHeadset,
  IconHistory,
  IconHome,
  IconInbox,
  IconMail,
  IconMessage2,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoneCall,
  IconPhoneOff,
  IconPhoto,
  IconPlayerPlay,
  IconPlugConnected,
  IconRouteAltLeft,
  IconSettings,
  IconSitemap,
  IconStack2,
  IconTag,
  IconTarget,
  IconUserHeart,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Privilege } from "@trunkline/contract/identity/roles.ts";
import { paths } from "../paths.ts";

export interface Place {
  label: string;
  to: string;
  icon: TablerIcon;
  /** Users without this privilege do not see the page. */
  privilege?: Privilege;
}

/** The main navigation, grouped by task (look, Shell). */
export const navigation: readonly { group: string; places: readonly Place[] }[] = [
  // without a heading
  { group: "", places: [{ label: "Home", to: paths.home, icon: IconHome }] },
  {
    group: "Build",
    places: [
      { label: "Workflows", to: paths.campaigns, icon: IconRouteAltLeft },
      { label: "Templates", to: paths.templates, icon: IconMessage2 },
      { label: "IVR Menus", to: paths.ivr, icon: IconSitemap },
      { label: "Live Lists", to: paths.liveLists, icon: IconUserHeart },
      { label: "Webhooks", to: paths.webhooks, icon: IconWebhook },
      { label: "Assets", to: paths.assets, icon: IconPhoto },
    ],
  },
  {
    group: "Run",
    places: [
      { label: "Runs", to: paths.enrollments, icon: IconPlayerPlay },
      { label: "Inbox", to: paths.inbox(), icon: IconInbox, privilege: "inbox-use" },
      { label: "Voicemail", to: paths.voicemail, icon: IconMicrophone, privilege: "inbox-use" },
      { label: "Messages", to: paths.messages, icon: IconMessages },
      { label: "Calls", to: paths.calls, icon: IconPhoneCall },
      { label: "Agent Queues", to: paths.agentQueues, icon: IconHeadset },
      { label: "Reports", to: paths.reports, icon: IconChartBar },
      { label: "Outbox", to: paths.outbox, icon: IconMail },
    ],
  },
  {
    group: "People",
    places: [
      { label: "Contacts", to: paths.contacts, icon: IconAddressBook },
      { label: "Audiences", to: paths.audiences, icon: IconTarget },
      { label: "Do not contact", to: paths.doNotContact, icon: IconPhoneOff },
      { label: "Dispositions", to: paths.dispositions, icon: IconTag },
    ],
  },
  {
    group: "Numbers",
    places: [
      { label: "Numbers", to: paths.numbers, icon: IconPhone },
      { label: "Number Sets", to: paths.numberSets, icon: IconStack2 },
      { label: "Business Profiles", to: paths.businessProfiles, icon: IconBuildingStore },
    ],
  },
  {
    group: "Account",
    places: [
      { label: "Users", to: paths.users, icon: IconUsers },
      { label: "Work Groups", to: paths.workGroups, icon: IconUsersGroup },
      { label: "External Integrations", to: paths.externalIntegrations, icon: IconPlugConnected },
      { label: "Audit log", to: paths.audit, icon: IconHistory, privilege: "user-admin" },
      { label: "Settings", to: paths.settings(), icon: IconSettings },
    ],
  },
];

/** Addresses that belong to a page of the navigation although they do not start with its address. */
const alsoUnder: Readonly<Record<string, string>> = {
  "/journeys": paths.enrollments,
  "/runners": paths.enrollments,
  [paths.emailTemplates]: paths.templates,
};

/** Whether a page of the navigation is open. */
export function isOpen(to: string, pathname: string): boolean {
  const under = Object.entries(alsoUnder).find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? pathname;
  return under === to || (to !== paths.home && under.startsWith(`${to}/`));
}
