import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { openAccount } from "./api/accountOfPage.ts";
import { ApiFailure } from "./api/call.ts";
import { meQuery } from "./api/me.ts";
import { rememberSignOn } from "./api/rememberedSignOn.ts";
import { paths } from "./paths.ts";
import { LoadingPage, NotFoundPage, RouteProblem } from "./shell/RouteFallbacks.tsx";
import { Shell } from "./shell/Shell.tsx";

const root = createRootRouteWithContext<{ client: QueryClient }>()();

/** All pages behind the sign-in. The session is checked before a page renders. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      const me = await context.client.ensureQueryData(meQuery);
      const { twoFactorNeeded, signOnNeeded } = me;
      rememberSignOn(me);
      openAccount(me.account.accountSid);
      if (signOnNeeded) throw redirect({ to: paths.signOn, search: { next: location.href } });
      if (twoFactorNeeded) throw redirect({ to: paths.twoFactor, search: { next: location.href } });
    } catch (problem) {
      if (problem instanceof ApiFailure && problem.status === 401) {
        throw redirect({
          to: paths.login,
          search: location.href === "/" ? {} : ({ next: location.href } as object),
        });
      }
      throw problem;
    }
  },
});

const at = { shell: () => shell, root: () => root };
const login = createRoute({
  getParentRoute: at.root,
  path: "/login",
  component: lazyRouteComponent(() => import("./pages/auth/LoginPage.tsx"), "LoginPage"),
});
const setup = createRoute({
  getParentRoute: at.root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./pages/auth/SetupPage.tsx"), "SetupPage"),
});
const invitation = createRoute({
  getParentRoute: at.root,
  path: "/invitation/$token",
  component: lazyRouteComponent(() => import("./pages/auth/InvitationPage.tsx"), "InvitationPage"),
});
const forgotPassword = createRoute({
  getParentRoute: at.root,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./pages/auth/ForgotPasswordPage.tsx"), "ForgotPasswordPage"),
});
const resetPassword = createRoute({
  getParentRoute: at.root,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("./pages/auth/ResetPasswordPage.tsx"), "ResetPasswordPage"),
});
const twoFactor = createRoute({
  getParentRoute: at.root,
  path: "/two-factor",
  component: lazyRouteComponent(() => import("./pages/auth/TwoFactorPage.tsx"), "TwoFactorPage"),
});

const signOn = createRoute({
  getParentRoute: at.root,
  path: "/single-sign-on",
  component: lazyRouteComponent(() => import("./pages/auth/SignOnPage.tsx"), "SignOnPage"),
});

/** A page behind the sign-in, loaded on demand. */
const page = <Name extends string>(
  path: string,
  file: () => Promise<Record<NoInfer<Name>, () => ReactNode>>,
  name: Name,
) =>
  createRoute({
    getParentRoute: at.shell,
    path,
    component: lazyRouteComponent<Record<Name, () => ReactNode>, Name>(file, name),
  });

// one line per page: its path and its file, loaded on demand
const pages = [
  page("/", () => import("./pages/home/HomePage.tsx"), "HomePage"),
  page("/campaigns", () => import("./pages/campaigns/list/WorkflowsPage.tsx"), "WorkflowsPage"),
  page("/campaigns/create", () => import("./pages/campaigns/list/CreateWorkflowPage.tsx"), "CreateWorkflowPage"),
  page("/campaigns/import", () => import("./pages/campaigns/list/ImportWorkflowsPage.tsx"), "ImportWorkflowsPage"),
  page("/campaigns/library", () => import("./pages/campaigns/library/LibraryPage.tsx"), "LibraryPage"),
  page("/campaigns/results/$campaignId", () => import("./pages/campaigns/results/ResultsPage.tsx"), "ResultsPage"),
  page("/campaigns/approval/$approvalId", () => import("./pages/campaigns/approval/ApprovalPage.tsx"), "ApprovalPage"),
  page(
    "/campaigns/workflow-outbound/edit/$campaignId",
    () => import("./pages/campaigns/editor/EditorPage.tsx"),
    "EditorPage",
  ),
  page(
    "/campaigns/workflow-inbound/edit/{-$routeTag}",
    () => import("./pages/campaigns/inbound/InboundEditorPage.tsx"),
    "InboundEditorPage",
  ),
  page("/enrollments/dryrun/$campaignId/$dryRunId", () => import("./pages/campaigns/run/DryRunPage.tsx"), "DryRunPage"),
  page(
    "/enrollments/on-their-way/$campaignId",
    () => import("./pages/campaigns/moves/OnTheirWayPage.tsx"),
    "OnTheirWayPage",
  ),
  page("/enrollments/batch/$campaignId/$batchId", () => import("./pages/campaigns/run/BatchPage.tsx"), "BatchPage"),
  page("/journeys/$journeyId", () => import("./pages/campaigns/journey/JourneyPage.tsx"), "JourneyPage"),
  page("/enrollments/calendar", () => import("./pages/enrollments/calendar/RunCalendarPage.tsx"), "RunCalendarPage"),
  page("/enrollments/{-$pane}", () => import("./pages/enrollments/EnrollmentsPage.tsx"), "EnrollmentsPage"),
  page("/inbox/replies", () => import("./pages/inbox/SavedRepliesPage.tsx"), "SavedRepliesPage"),
  page("/inbox/rules", () => import("./pages/inbox/AssignmentRulesPage.tsx"), "AssignmentRulesPage"),
  page("/inbox/times", () => import("./pages/inbox/ResponseTimesPage.tsx"), "ResponseTimesPage"),
  page("/inbox/{-$contactId}", () => import("./pages/inbox/InboxPage.tsx"), "InboxPage"),
  page("/messages", () => import("./pages/messages/MessagesPage.tsx"), "MessagesPage"),
  page("/calls", () => import("./pages/calls/CallsPage.tsx"), "CallsPage"),
  page("/calls/callbacks", () => import("./pages/calls/CallbacksPage.tsx"), "CallbacksPage"),
  page("/calls/$callId", () => import("./pages/calls/CallPage.tsx"), "CallPage"),
  page("/runners", () => import("./pages/runners/RunnersPage.tsx"), "RunnersPage"),
  page("/runners/create", () => import("./pages/runners/CreateRunnerPage.tsx"), "CreateRunnerPage"),
  page("/reports", () => import("./pages/reports/ReportsPage.tsx"), "ReportsPage"),
  page("/reports/$reportId", () => import("./pages/reports/ReportsPage.tsx"), "ReportsPage"),
  page("/templates", () => import("./pages/templates/TemplatesPage.tsx"), "TemplatesPage"),
  page("/templates/create", () => import("./pages/templates/CreateTemplatePage.tsx"), "CreateTemplatePage"),
  page("/templates/edit/$templateId", () => import("./pages/templates/EditTemplatePage.tsx"), "EditTemplatePage"),
  page("/templates/rcs", () => import("./pages/templates/RcsPage.tsx"), "RcsPage"),
  page("/templates/rcs/create", () => import("./pages/templates/RcsTemplatePages.tsx"), "CreateRcsPage"),
  page("/templates/rcs/edit/$templateKey", () => import("./pages/templates/RcsTemplatePages.tsx"), "EditRcsPage"),
  page("/email-templates", () => import("./pages/templates/EmailTemplatesPage.tsx"), "EmailTemplatesPage"),
  page(
    "/email-templates/create",
    () => import("./pages/templates/CreateEmailTemplatePage.tsx"),
    "CreateEmailTemplatePage",
  ),
  page(
    "/email-templates/edit/$templateId",
    () => import("./pages/templates/EditEmailTemplatePage.tsx"),
    "EditEmailTemplatePage",
  ),
  page("/assets", () => import("./pages/assets/AssetsPage.tsx"), "AssetsPage"),
  page("/ivr", () => import("./pages/ivr/IvrPage.tsx"), "IvrPage"),
  page("/ivr/create", () => import("./pages/ivr/IvrFormPage.tsx"), "IvrFormPage"),
  page("/ivr/edit/$routeTag", () => import("./pages/ivr/IvrFormPage.tsx"), "IvrFormPage"),
  ...(["webhooks", "callbacks"] as const).flatMap((section) => [
    page(`/${section}`, () => import("./pages/webhooks/WebhooksPage.tsx"), "WebhooksPage"),
    page(`/${section}/create`, () => import("./pages/webhooks/WebhookFormPage.tsx"), "WebhookFormPage"),
    page(`/${section}/edit/$id`, () => import("./pages/webhooks/WebhookFormPage.tsx"), "WebhookFormPage"),
    page(
      `/${section}/connection/create`,
      () => import("./pages/webhooks/ConnectionFormPage.tsx"),
      "ConnectionFormPage",
    ),
    page(
      `/${section}/connection/edit/$id`,
      () => import("./pages/webhooks/ConnectionFormPage.tsx"),
      "ConnectionFormPage",
    ),
    page(`/${section}/deliveries`, () => import("./pages/webhooks/DeliveriesPage.tsx"), "DeliveriesPage"),
  ]),
  createRoute({
    getParentRoute: at.shell,
    path: "/connections",
    beforeLoad: () => {
      throw redirect({ to: paths.webhooks, search: { tab: "connections" } });
    },
  }),
  page("/contacts", () => import("./pages/contacts/ContactsPage.tsx"), "ContactsPage"),
  page("/contacts/import", () => import("./pages/contacts/ImportPage.tsx"), "ImportPage"),
  page("/contacts/why", () => import("./pages/contacts/WhyPage.tsx"), "WhyPage"),
  page("/contacts/$contactId", () => import("./pages/contacts/ContactPage.tsx"), "ContactPage"),
  page("/audiences", () => import("./pages/audiences/AudiencesPage.tsx"), "AudiencesPage"),
  page("/audiences/create", () => import("./pages/audiences/AudienceFormPage.tsx"), "AudienceFormPage"),
  page("/audiences/edit/$audienceId", () => import("./pages/audiences/AudienceFormPage.tsx"), "AudienceFormPage"),
  page("/do-not-contact", () => import("./pages/do-not-contact/DoNotContactPage.tsx"), "DoNotContactPage"),
  page("/dispositions", () => import("./pages/dispositions/DispositionsPage.tsx"), "DispositionsPage"),
  page("/numbers", () => import("./pages/numbers/NumbersPage.tsx"), "NumbersPage"),
  page("/number-sets", () => import("./pages/number-sets/NumberSetsPage.tsx"), "NumberSetsPage"),
  page("/number-sets/create", () => import("./pages/number-sets/CreateNumberSetPage.tsx"), "CreateNumberSetPage"),
  page(
    "/number-sets/edit/$numberSetId",
    () => import("./pages/number-sets/EditNumberSetPage.tsx"),
    "EditNumberSetPage",
  ),
  page("/businessprofiles", () => import("./pages/businessprofiles/BusinessProfilesPage.tsx"), "BusinessProfilesPage"),
  page("/businessprofiles/create", () => import("./pages/businessprofiles/BrandFormPage.tsx"), "BrandFormPage"),
  page("/businessprofiles/edit/$brandId", () => import("./pages/businessprofiles/BrandFormPage.tsx"), "BrandFormPage"),
  page(
    "/businessprofiles/campaign/create",
    () => import("./pages/businessprofiles/TenDlcFormPage.tsx"),
    "TenDlcFormPage",
  ),
  page(
    "/businessprofiles/campaign/edit/$id",
    () => import("./pages/businessprofiles/TenDlcFormPage.tsx"),
    "TenDlcFormPage",
  ),
  page("/call-center", () => import("./pages/call-center/CallCenterPage.tsx"), "CallCenterPage"),
  page("/call-center/calls", () => import("./pages/call-center/StaysPage.tsx"), "StaysPage"),
  page("/call-center/agents", () => import("./pages/call-center/AgentReportPage.tsx"), "AgentReportPage"),
  page("/call-center/report", () => import("./pages/call-center/CallReportPage.tsx"), "CallReportPage"),
  page("/agent-queues", () => import("./pages/agent-queues/AgentQueuesPage.tsx"), "AgentQueuesPage"),
  page(
    "/external-integration",
    () => import("./pages/external-integration/ExternalIntegrationsPage.tsx"),
    "ExternalIntegrationsPage",
  ),
  page(
    "/external-integration/create",
    () => import("./pages/external-integration/CreateExternalIntegrationPage.tsx"),
    "CreateExternalIntegrationPage",
  ),
  page("/external-integration/saml", () => import("./pages/external-integration/SamlPage.tsx"), "SamlPage"),
  page("/outbox", () => import("./pages/outbox/OutboxPage.tsx"), "OutboxPage"),
  page("/users", () => import("./pages/users/UsersPage.tsx"), "UsersPage"),
  page("/users/$userId", () => import("./pages/users/UserPage.tsx"), "UserPage"),
  page("/audit", () => import("./pages/audit/AuditPage.tsx"), "AuditPage"),
  page("/workgroups", () => import("./pages/workgroups/WorkGroupsPage.tsx"), "WorkGroupsPage"),
  page("/workgroups/create", () => import("./pages/workgroups/WorkGroupFormPage.tsx"), "WorkGroupFormPage"),
  page("/workgroups/edit/$workGroupId", () => import("./pages/workgroups/WorkGroupFormPage.tsx"), "WorkGroupFormPage"),
  page("/voicemail", () => import("./pages/voicemail/VoicemailPage.tsx"), "VoicemailPage"),
  page("/live-lists", () => import("./pages/live-lists/LiveListsPage.tsx"), "LiveListsPage"),
  page("/live-lists/create", () => import("./pages/live-lists/LiveListFormPage.tsx"), "LiveListFormPage"),
  page("/live-lists/edit/$listName", () => import("./pages/live-lists/LiveListFormPage.tsx"), "LiveListFormPage"),
  createRoute({
    getParentRoute: at.shell,
    path: "/settings/{-$pane}",
    beforeLoad: ({ params }) => {
      // the former path of the audit log
      if (params.pane === "audit") throw redirect({ to: paths.audit });
    },
    component: lazyRouteComponent(() => import("./pages/settings/SettingsPage.tsx"), "SettingsPage"),
  }),
  page(
    "/simulated-carrier/{-$number}",
    () => import("./pages/simulated-carrier/SimulatedCarrierPage.tsx"),
    "SimulatedCarrierPage",
  ),
  createRoute({
    getParentRoute: at.shell,
    path: "/handset/{-$number}",
    // the former address of the simulated carrier
    beforeLoad: ({ params, search }) => {
      throw redirect({ to: paths.simulatedCarrier(params.number), search, replace: true });
    },
  }),
  // unknown paths also require a sign-in
  createRoute({ getParentRoute: at.shell, path: "$", component: NotFoundPage }),
];

/** The router. Query values are plain text and never parsed as JSON. */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      shell.addChildren(pages),
      ...[login, setup, invitation, forgotPassword, resetPassword, twoFactor, signOn],
    ]),
    context: { client },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: RouteProblem,
    defaultNotFoundComponent: NotFoundPage,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}
