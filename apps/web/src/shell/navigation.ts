import {
  IconAddressBook,
  IconBuilding,
  IconBuildingStore,
  IconChartBar,
  IconDialpad,
  IconHeadphones,
  IconHeadset,
  IconHeartRateMonitor,
  IconHistory,
  IconHome,
  IconInbox,
  IconListDetails,
  IconMail,
  IconMessage2,
  IconMessages,
  IconMicrophone,
  IconPhone,
  IconPhoneCall,
  IconPhoneOff,
  IconPhoto,
  IconPlayerPlay,
  IconPlug,
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

/** Pages of one task under a heading that opens them. */
export interface PlaceGroup {
  label: string;
  icon: TablerIcon;
  places: readonly Place[];
}

/** The main navigation: daily pages, then groups (look, Shell). At most 14 rows, so that it fits a low screen. */
export const navigation: readonly (Place | PlaceGroup)[] = [
  { label: "Home", to: paths.home, icon: IconHome },
  { label: "Workflows", to: paths.campaigns, icon: IconRouteAltLeft },
  { label: "Templates", to: paths.templates, icon: IconMessage2 },
  { label: "Runs", to: paths.enrollments, icon: IconPlayerPlay },
  { label: "Inbox", to: paths.inbox(), icon: IconInbox, privilege: "inbox-use" },
  { label: "Contacts", to: paths.contacts, icon: IconAddressBook },
  { label: "Audiences", to: paths.audiences, icon: IconTarget },
  { label: "Do not contact", to: paths.doNotContact, icon: IconPhoneOff },
  { label: "Reports", to: paths.reports, icon: IconChartBar },
  {
    label: "Call center",
    icon: IconHeadphones,
    places: [
      { label: "Live calls", to: paths.callCenter, icon: IconHeartRateMonitor, privilege: "call-supervise" },
      { label: "Calls", to: paths.calls, icon: IconPhoneCall },
      { label: "Voicemail", to: paths.voicemail, icon: IconMicrophone, privilege: "inbox-use" },
      { label: "Agent Queues", to: paths.agentQueues, icon: IconHeadset },
      { label: "IVR Menus", to: paths.ivr, icon: IconSitemap },
      { label: "Live Lists", to: paths.liveLists, icon: IconUserHeart },
      { label: "Work Groups", to: paths.workGroups, icon: IconUsersGroup },
      { label: "Dispositions", to: paths.dispositions, icon: IconTag },
    ],
  },
  {
    label: "Phone numbers",
    icon: IconDialpad,
    places: [
      { label: "Numbers", to: paths.numbers, icon: IconPhone },
      { label: "Number Sets", to: paths.numberSets, icon: IconStack2 },
      { label: "Business Profiles", to: paths.businessProfiles, icon: IconBuildingStore },
    ],
  },
  {
    label: "Logs",
    icon: IconListDetails,
    places: [
      { label: "Messages", to: paths.messages, icon: IconMessages },
      { label: "Outbox", to: paths.outbox, icon: IconMail },
      { label: "Audit log", to: paths.audit, icon: IconHistory, privilege: "user-admin" },
    ],
  },
  {
    label: "Connections",
    icon: IconPlug,
    places: [
      { label: "Webhooks", to: paths.webhooks, icon: IconWebhook },
      { label: "External Integrations", to: paths.externalIntegrations, icon: IconPlugConnected },
      { label: "Assets", to: paths.assets, icon: IconPhoto },
    ],
  },
  {
    label: "Account",
    icon: IconBuilding,
    places: [
      { label: "Users", to: paths.users, icon: IconUsers },
      { label: "Settings", to: paths.settings(), icon: IconSettings },
    ],
  },
];

/** Every page of the navigation. */
export const allPlaces: readonly Place[] = navigation.flatMap((row) => ("places" in row ? row.places : [row]));

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
