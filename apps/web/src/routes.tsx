import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { ApiFailure } from "./api/call.ts";
import { meQuery } from "./api/me.ts";
import { paths } from "./paths.ts";
import { LoadingPage, NotFoundPage, RouteProblem } from "./shell/RouteFaces.tsx";
import { Shell } from "./shell/Shell.tsx";

const root = createRootRouteWithContext<{ client: QueryClient }>()({ notFoundComponent: NotFoundPage });

/** Everything behind the sign-in; who is signed in is known before a page is drawn. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      const { twoFactorNeeded } = await context.client.ensureQueryData(meQuery);
      if (twoFactorNeeded) throw redirect({ to: paths.twoFactor, search: { next: location.href } as object } as never);
    } catch (problem) {
      if (problem instanceof ApiFailure && problem.status === 401) {
        throw redirect({
          to: paths.login,
          search: location.href === "/" ? {} : ({ next: location.href } as object),
        } as never);
      }
      throw problem;
    }
  },
});

const at = { shell: () => shell, root: () => root };
const open = createRoute({
  getParentRoute: at.shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: paths.campaigns } as never);
  },
});

// one line per page: its address, and the file that is loaded when somebody goes there
const login = createRoute({
  getParentRoute: at.root,
  path: "/login",
  component: lazyRouteComponent(() => import("./pages/entrance/LoginPage.tsx"), "LoginPage"),
});
const setup = createRoute({
  getParentRoute: at.root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./pages/entrance/SetupPage.tsx"), "SetupPage"),
});
const invitation = createRoute({
  getParentRoute: at.root,
  path: "/invitation/$token",
  component: lazyRouteComponent(() => import("./pages/entrance/InvitationPage.tsx"), "InvitationPage"),
});
const twoFactor = createRoute({
  getParentRoute: at.root,
  path: "/two-factor",
  component: lazyRouteComponent(() => import("./pages/entrance/TwoFactorPage.tsx"), "TwoFactorPage"),
});
const pages = [
  createRoute({
    getParentRoute: at.shell,
    path: "/campaigns",
    component: lazyRouteComponent(() => import("./pages/campaigns/WorkflowsPage.tsx"), "WorkflowsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/campaigns/create",
    component: lazyRouteComponent(() => import("./pages/campaigns/CreateWorkflowPage.tsx"), "CreateWorkflowPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/campaigns/import",
    component: lazyRouteComponent(() => import("./pages/campaigns/ImportWorkflowsPage.tsx"), "ImportWorkflowsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/campaigns/workflow-outbound/edit/$campaignId",
    component: lazyRouteComponent(() => import("./pages/campaigns/EditorPage.tsx"), "EditorPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/campaigns/workflow-inbound/edit/{-$routeTag}",
    component: lazyRouteComponent(() => import("./pages/campaigns/InboundEditorPage.tsx"), "InboundEditorPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/enrollments/batch/$campaignId/$batchId",
    component: lazyRouteComponent(() => import("./pages/campaigns/BatchPage.tsx"), "BatchPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/journeys/$journeyId",
    component: lazyRouteComponent(() => import("./pages/campaigns/JourneyPage.tsx"), "JourneyPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/enrollments/{-$pane}",
    component: lazyRouteComponent(() => import("./pages/enrollments/EnrollmentsPage.tsx"), "EnrollmentsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/inbox/{-$contactId}",
    component: lazyRouteComponent(() => import("./pages/inbox/InboxPage.tsx"), "InboxPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/messages",
    component: lazyRouteComponent(() => import("./pages/messages/MessagesPage.tsx"), "MessagesPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/calls",
    component: lazyRouteComponent(() => import("./pages/calls/CallsPage.tsx"), "CallsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/calls/$callId",
    component: lazyRouteComponent(() => import("./pages/calls/CallPage.tsx"), "CallPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/runners",
    component: lazyRouteComponent(() => import("./pages/runners/RunnersPage.tsx"), "RunnersPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/runners/create",
    component: lazyRouteComponent(() => import("./pages/runners/CreateRunnerPage.tsx"), "CreateRunnerPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/reports",
    component: lazyRouteComponent(() => import("./pages/reports/ReportsPage.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates",
    component: lazyRouteComponent(() => import("./pages/templates/TemplatesPage.tsx"), "TemplatesPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates/create",
    component: lazyRouteComponent(() => import("./pages/templates/CreateTemplatePage.tsx"), "CreateTemplatePage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates/edit/$templateId",
    component: lazyRouteComponent(() => import("./pages/templates/EditTemplatePage.tsx"), "EditTemplatePage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates/rcs",
    component: lazyRouteComponent(() => import("./pages/templates/RcsPage.tsx"), "RcsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates/rcs/create",
    component: lazyRouteComponent(() => import("./pages/templates/RcsTemplatePages.tsx"), "CreateRcsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/templates/rcs/edit/$templateKey",
    component: lazyRouteComponent(() => import("./pages/templates/RcsTemplatePages.tsx"), "EditRcsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/assets",
    component: lazyRouteComponent(() => import("./pages/assets/AssetsPage.tsx"), "AssetsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/ivr",
    component: lazyRouteComponent(() => import("./pages/ivr/IvrPage.tsx"), "IvrPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/ivr/create",
    component: lazyRouteComponent(() => import("./pages/ivr/IvrFormPage.tsx"), "IvrFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/ivr/edit/$routeTag",
    component: lazyRouteComponent(() => import("./pages/ivr/IvrFormPage.tsx"), "IvrFormPage"),
  }),
  ...(["webhooks", "callbacks"] as const).flatMap((section) => [
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}`,
      component: lazyRouteComponent(() => import("./pages/webhooks/WebhooksPage.tsx"), "WebhooksPage"),
    }),
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}/create`,
      component: lazyRouteComponent(() => import("./pages/webhooks/WebhookFormPage.tsx"), "WebhookFormPage"),
    }),
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}/edit/$id`,
      component: lazyRouteComponent(() => import("./pages/webhooks/WebhookFormPage.tsx"), "WebhookFormPage"),
    }),
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}/connection/create`,
      component: lazyRouteComponent(() => import("./pages/webhooks/ConnectionFormPage.tsx"), "ConnectionFormPage"),
    }),
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}/connection/edit/$id`,
      component: lazyRouteComponent(() => import("./pages/webhooks/ConnectionFormPage.tsx"), "ConnectionFormPage"),
    }),
    createRoute({
      getParentRoute: at.shell,
      path: `/${section}/deliveries`,
      component: lazyRouteComponent(() => import("./pages/webhooks/DeliveriesPage.tsx"), "DeliveriesPage"),
    }),
  ]),
  createRoute({
    getParentRoute: at.shell,
    path: "/connections",
    beforeLoad: () => {
      throw redirect({ to: paths.webhooks, search: { tab: "connections" } } as never);
    },
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/contacts",
    component: lazyRouteComponent(() => import("./pages/contacts/ContactsPage.tsx"), "ContactsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/contacts/import",
    component: lazyRouteComponent(() => import("./pages/contacts/ImportPage.tsx"), "ImportPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/contacts/why",
    component: lazyRouteComponent(() => import("./pages/contacts/WhyPage.tsx"), "WhyPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/contacts/$contactId",
    component: lazyRouteComponent(() => import("./pages/contacts/ContactPage.tsx"), "ContactPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/do-not-contact",
    component: lazyRouteComponent(() => import("./pages/do-not-contact/DoNotContactPage.tsx"), "DoNotContactPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/dispositions",
    component: lazyRouteComponent(() => import("./pages/dispositions/DispositionsPage.tsx"), "DispositionsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/numbers",
    component: lazyRouteComponent(() => import("./pages/numbers/NumbersPage.tsx"), "NumbersPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/number-sets",
    component: lazyRouteComponent(() => import("./pages/number-sets/NumberSetsPage.tsx"), "NumberSetsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/number-sets/create",
    component: lazyRouteComponent(() => import("./pages/number-sets/CreateNumberSetPage.tsx"), "CreateNumberSetPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/number-sets/edit/$numberSetId",
    component: lazyRouteComponent(() => import("./pages/number-sets/EditNumberSetPage.tsx"), "EditNumberSetPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/businessprofiles",
    component: lazyRouteComponent(
      () => import("./pages/businessprofiles/BusinessProfilesPage.tsx"),
      "BusinessProfilesPage",
    ),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/businessprofiles/create",
    component: lazyRouteComponent(() => import("./pages/businessprofiles/BrandFormPage.tsx"), "BrandFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/businessprofiles/edit/$brandId",
    component: lazyRouteComponent(() => import("./pages/businessprofiles/BrandFormPage.tsx"), "BrandFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/businessprofiles/campaign/create",
    component: lazyRouteComponent(() => import("./pages/businessprofiles/TenDlcFormPage.tsx"), "TenDlcFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/businessprofiles/campaign/edit/$id",
    component: lazyRouteComponent(() => import("./pages/businessprofiles/TenDlcFormPage.tsx"), "TenDlcFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/agent-queues",
    component: lazyRouteComponent(() => import("./pages/agent-queues/AgentQueuesPage.tsx"), "AgentQueuesPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/external-integration",
    component: lazyRouteComponent(
      () => import("./pages/external-integration/ExternalIntegrationsPage.tsx"),
      "ExternalIntegrationsPage",
    ),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/external-integration/create",
    component: lazyRouteComponent(
      () => import("./pages/external-integration/CreateExternalIntegrationPage.tsx"),
      "CreateExternalIntegrationPage",
    ),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/outbox",
    component: lazyRouteComponent(() => import("./pages/outbox/OutboxPage.tsx"), "OutboxPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/users",
    component: lazyRouteComponent(() => import("./pages/users/UsersPage.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/users/$userId",
    component: lazyRouteComponent(() => import("./pages/users/UserPage.tsx"), "UserPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/audit",
    component: lazyRouteComponent(() => import("./pages/audit/AuditPage.tsx"), "AuditPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/workgroups",
    component: lazyRouteComponent(() => import("./pages/workgroups/WorkGroupsPage.tsx"), "WorkGroupsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/workgroups/create",
    component: lazyRouteComponent(() => import("./pages/workgroups/WorkGroupFormPage.tsx"), "WorkGroupFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/workgroups/edit/$workGroupId",
    component: lazyRouteComponent(() => import("./pages/workgroups/WorkGroupFormPage.tsx"), "WorkGroupFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/voicemail",
    component: lazyRouteComponent(() => import("./pages/voicemail/VoicemailPage.tsx"), "VoicemailPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/live-lists",
    component: lazyRouteComponent(() => import("./pages/live-lists/LiveListsPage.tsx"), "LiveListsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/live-lists/create",
    component: lazyRouteComponent(() => import("./pages/live-lists/LiveListFormPage.tsx"), "LiveListFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/live-lists/edit/$listName",
    component: lazyRouteComponent(() => import("./pages/live-lists/LiveListFormPage.tsx"), "LiveListFormPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/settings/{-$pane}",
    beforeLoad: ({ params }) => {
      // where it stood before it had a page of its own
      if (params.pane === "audit") throw redirect({ to: paths.audit } as never);
    },
    component: lazyRouteComponent(() => import("./pages/settings/SettingsPage.tsx"), "SettingsPage"),
  }),
  createRoute({
    getParentRoute: at.shell,
    path: "/handset/{-$number}",
    component: lazyRouteComponent(() => import("./pages/handset/HandsetPage.tsx"), "HandsetPage"),
  }),
];

/** The router: what stands after `?` is plain text, nothing is guessed to be JSON. */
export function makeRouter(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([open, ...pages]), login, setup, invitation, twoFactor]),
    context: { client },
    defaultPreload: "intent",
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: RouteProblem,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}
