import { Button, Skeleton, Stack, Tabs, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Account, accountRoutes } from "@trunkline/contract/identity/account.ts";
import { lazy, type ReactNode, Suspense } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { isOffered, type SettingsPane, settingsGroups, settingsPanes } from "../../identity/settingsPanes.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import classes from "./SettingsPage.module.css";

// panes load when opened, because together they need every input
const ApiKeysPane = lazy(async () => ({ default: (await import("./ApiKeysPane.tsx")).ApiKeysPane }));
const CallCenterPane = lazy(async () => ({ default: (await import("./CallCenterPane.tsx")).CallCenterPane }));
const CarriersPane = lazy(async () => ({ default: (await import("./carriers/CarriersPane.tsx")).CarriersPane }));
const CustomFieldsPane = lazy(async () => ({ default: (await import("./CustomFieldsPane.tsx")).CustomFieldsPane }));
const DeliveryPane = lazy(async () => ({ default: (await import("./DeliveryPane.tsx")).DeliveryPane }));
const FeaturesPane = lazy(async () => ({ default: (await import("./FeaturesPane.tsx")).FeaturesPane }));
const LegalHoursPane = lazy(async () => ({ default: (await import("./LegalHoursPane.tsx")).LegalHoursPane }));
const LinksPane = lazy(async () => ({ default: (await import("./LinksPane.tsx")).LinksPane }));
const LimitsPane = lazy(async () => ({ default: (await import("./LimitsPane.tsx")).LimitsPane }));
const NotificationsPane = lazy(async () => ({ default: (await import("./NotificationsPane.tsx")).NotificationsPane }));
const RetentionPane = lazy(async () => ({ default: (await import("./RetentionPane.tsx")).RetentionPane }));
const ProfilePane = lazy(async () => ({ default: (await import("./ProfilePane.tsx")).ProfilePane }));
const SecurityPane = lazy(async () => ({ default: (await import("./SecurityPane.tsx")).SecurityPane }));
const SignInPane = lazy(async () => ({ default: (await import("./SignInPane.tsx")).SignInPane }));

const ofAccount = (draw: (account: Account) => ReactNode) => () => <WithAccount draw={draw} />;
const drawOf: Record<SettingsPane, () => ReactNode> = {
  profile: ofAccount((account) => <ProfilePane account={account} />),
  "custom-fields": ofAccount((account) => <CustomFieldsPane account={account} />),
  features: ofAccount((account) => <FeaturesPane account={account} />),
  "legal-hours": ofAccount((account) => <LegalHoursPane account={account} />),
  delivery: ofAccount((account) => <DeliveryPane account={account} />),
  "call-center": ofAccount((account) => <CallCenterPane account={account} />),
  links: ofAccount((account) => <LinksPane account={account} />),
  limits: ofAccount((account) => <LimitsPane account={account} />),
  retention: ofAccount((account) => <RetentionPane account={account} />),
  security: ofAccount((account) => <SecurityPane account={account} />),
  carriers: () => <CarriersPane />,
  "api-keys": () => <ApiKeysPane />,
  notifications: () => <NotificationsPane />,
  "sign-in": () => <SignInPane />,
};

/** Settings of the account and the user's sign-in. The URL names the pane. */
export function SettingsPage() {
  const pane = usePathPart("pane") ?? "profile";
  const go = useGo();
  const may = useMay();
  const offered = settingsPanes.filter((one) => isOffered(one, may));
  const open = offered.find(({ id }) => id === pane) ?? offered[0];
  const isWithheld = open?.id !== pane && settingsPanes.some(({ id }) => id === pane);
  return (
    <Page
      title="Settings"
      purpose="Manage this account and how you sign in."
      actions={may("user-admin") ? <Changes /> : null}
    >
      <Tabs
        value={isWithheld ? null : (open?.id ?? "profile")}
        onChange={(id) => go(paths.settings(id === "profile" ? "" : (id ?? "")))}
        orientation="vertical"
        variant="pills"
        keepMounted={false}
        classNames={{ root: classes["tabs"] ?? "", list: classes["list"] ?? "", tabLabel: classes["label"] ?? "" }}
      >
        <Groups offered={offered} />
        {isWithheld ? (
          <div className={classes["panel"]}>
            <Text c="dimmed">{notAllowed}</Text>
          </div>
        ) : null}
        {offered.map(({ id }) => (
          <Tabs.Panel key={id} value={id} className={classes["panel"] ?? ""}>
            <Suspense fallback={<Waiting />}>{drawOf[id]()}</Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** What has changed in the settings, in the audit log. */
const Changes = () => (
  <Button
    variant="default"
    leftSection={<IconHistory size={16} />}
    component={PathLink}
    to={paths.audit}
    search={{ about: "account" }}
  >
    Changes
  </Button>
);

/** The panes, group by group. */
const Groups = ({ offered }: { offered: readonly (typeof settingsPanes)[number][] }) => (
  <div className={classes["groups"]}>
    {settingsGroups.map((group) => (
      <div key={group}>
        <Text fz={12} c="dimmed" fw={500} className={classes["head"] ?? ""} aria-hidden>
          {group}
        </Text>
        <Tabs.List aria-label={`${group} settings`}>
          {offered
            .filter((one) => one.group === group)
            .map(({ id, label }) => (
              <Tabs.Tab key={id} value={id} className={classes["tab"] ?? ""}>
                {label}
              </Tabs.Tab>
            ))}
        </Tabs.List>
      </div>
    ))}
  </div>
);

function WithAccount({ draw }: { draw: (account: Account) => ReactNode }) {
  const may = useMay()("account-config-update");
  const account = useQuery({ ...oneOf(accountRoutes.find), refetchOnWindowFocus: false });
  if (account.isError && !account.data)
    return <ErrorState title="Error loading settings" problem={account.error} retry={() => account.refetch()} />;
  if (!account.data) return <Waiting />;
  return (
    <Stack gap={16}>
      {may ? null : <Text c="dimmed">{notAllowed}</Text>}
      <div>{draw(account.data)}</div>
    </Stack>
  );
}

const Waiting = () => (
  <Stack gap={16} aria-busy>
    <Skeleton height={36} />
    <Skeleton height={36} />
  </Stack>
);
