import { Alert, Button, Skeleton, Text, Title } from "@mantine/core";
import {
  IconHeadset,
  IconMail,
  IconMicrophone,
  IconServer,
  IconShieldCheck,
  IconUserShield,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  type ExternalProvider,
  type ExternalStatus,
  externalProviders,
  externalRoutes,
  forthFlag,
} from "@trunkline/contract/integrations/external.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { ownersAlone } from "./ownersAlone.ts";
import classes from "./ProviderCards.module.css";

const about: Record<ExternalProvider, { icon: TablerIcon; purpose: string }> = {
  hubspot: { icon: IconMail, purpose: "Sends the e-mails of Email nodes with your marketing templates in Hubspot." },
  mailgun: { icon: IconMail, purpose: "Sends the e-mails of Email nodes with your templates in Mailgun." },
  sendgrid: { icon: IconMail, purpose: "Sends the e-mails of Email nodes with your dynamic templates in SendGrid." },
  smtp: {
    icon: IconServer,
    purpose: "Sends the e-mails of Email nodes over your own mail server, with templates from here.",
  },
  remediation: { icon: IconShieldCheck, purpose: "Stores your login for number remediation." },
  forth: { icon: IconHeadset, purpose: "Stores the keys of your Forth account." },
  speech: { icon: IconMicrophone, purpose: "Writes down what callers say in voicemails." },
  saml: { icon: IconUserShield, purpose: "Signs your users in with your identity provider." },
};

const states: Record<ExternalStatus["state"], { tone: "done" | "failed" | "off"; label: string }> = {
  connected: { tone: "done", label: "Connected" },
  failing: { tone: "failed", label: "Failing" },
  notConnected: { tone: "off", label: "Not connected" },
};

const refreshMs = 15_000;

/** Every provider that can be connected: what it is for, and how it works now. */
export function ProviderCards({ search, test }: { search: string; test: (provider: ExternalProvider) => void }) {
  const { flags } = useMe();
  const all = useQuery({ ...listOf(externalRoutes.status), refetchInterval: refreshMs });
  if (all.isError && !all.data) return null;
  if (!all.data) return <Skeleton height={160} mb={24} aria-busy />;
  const found = all.data
    .filter(({ provider, state }) => provider !== "forth" || flags[forthFlag] || state !== "notConnected")
    .filter(({ provider }) =>
      `${externalProviders[provider]} ${about[provider].purpose}`.toLowerCase().includes(search.trim().toLowerCase()),
    );
  if (found.length === 0) return <Text c="dimmed">No provider matches “{search.trim()}”.</Text>;
  return (
    <ul className={classes["grid"]} aria-label="Providers">
      {found.map((status) => (
        <Card key={status.provider} status={status} test={test} />
      ))}
    </ul>
  );
}

function Card({ status, test }: { status: ExternalStatus; test: (provider: ExternalProvider) => void }) {
  const { provider, state, problem, lastUsed } = status;
  const { icon: Icon, purpose } = about[provider];
  const { tone, label } = states[state];
  const name = externalProviders[provider];
  return (
    <li className={classes["card"]} aria-label={name}>
      <div className={classes["head"]}>
        <Icon size={20} stroke={1.6} aria-hidden className={classes["icon"] ?? ""} />
        <Title order={2} fz={16} className={classes["name"] ?? ""}>
          {name}
        </Title>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className={classes["purpose"]}>{purpose}</p>
      {problem === null ? null : (
        <Alert color="red" p={8} className={classes["problem"] ?? ""}>
          The last e-mail was refused: {problem}
        </Alert>
      )}
      <div className={classes["foot"]}>
        {lastUsed === null ? null : (
          <Text size="xs" c="dimmed">
            Last used <Time at={lastUsed} />
          </Text>
        )}
        <Act provider={provider} state={state} test={test} />
      </div>
    </li>
  );
}

/** The next step with a provider. */
function Act({
  provider,
  state,
  test,
}: Pick<ExternalStatus, "provider" | "state"> & { test: (provider: ExternalProvider) => void }) {
  const may = useMay()("account-config-update");
  const { role } = useMe();
  const go = useGo();
  const name = externalProviders[provider];
  if (state === "notConnected")
    return (
      <ReasonButton
        size="compact-sm"
        variant="default"
        aria-label={`Connect ${name}`}
        reason={!may ? notAllowed : provider === "saml" && role !== "owner" ? ownersAlone : undefined}
        onClick={() => go(paths.createExternalIntegration, { provider })}
      >
        Connect
      </ReasonButton>
    );
  if (provider === "saml")
    return (
      <Button size="compact-sm" variant="default" component={PathLink} to={paths.saml} aria-label={`Open ${name}`}>
        Open
      </Button>
    );
  if (!may || provider === "remediation" || provider === "forth") return null;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Test ${name}`} onClick={() => test(provider)}>
        Test
      </Button>
      {state === "failing" ? (
        <Button
          size="compact-sm"
          variant="default"
          component={PathLink}
          to={paths.createExternalIntegration}
          search={{ provider }}
          aria-label={`Connect ${name} again`}
        >
          Connect again
        </Button>
      ) : null}
    </>
  );
}
