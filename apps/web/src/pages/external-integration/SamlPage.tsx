import { Alert, Button, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Saml, samlRoutes } from "@trunkline/contract/identity/saml.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { ownersAlone } from "./ownersAlone.ts";
import classes from "./Saml.module.css";
import { SamlAttempts } from "./SamlAttempts.tsx";
import { SamlCertificates } from "./SamlCertificates.tsx";
import { SamlRules } from "./SamlRules.tsx";
import { Details, ServiceProviderDetails } from "./ServiceProviderDetails.tsx";
import { SignOnGuide } from "./SignOnGuide.tsx";

/** Single sign-on of the account: both sides' details, access rules and sign-in attempts. */
export function SamlPage() {
  const may = useMay()("account-config-update");
  const saml = useQuery({ ...oneOf(samlRoutes.find), enabled: may, refetchOnWindowFocus: false });
  return (
    <Page
      title="Single sign-on"
      purpose="Let users sign in through your identity provider with SAML."
      crumbs={[{ label: "External Integrations", to: paths.externalIntegrations }]}
    >
      {may ? <Loaded saml={saml} /> : <Text c="dimmed">{notAllowed}</Text>}
    </Page>
  );
}

function Loaded({
  saml,
}: {
  saml: { data: Saml | undefined; isError: boolean; error: unknown; refetch: () => unknown };
}) {
  const isOwner = useMe().role === "owner";
  const reason = isOwner ? undefined : ownersAlone;
  if (saml.isError && !saml.data)
    return <ErrorState title="Error loading single sign-on" problem={saml.error} retry={saml.refetch} />;
  if (!saml.data)
    return (
      <Stack gap={16} aria-busy>
        <Skeleton height={36} />
        <Skeleton height={240} />
      </Stack>
    );
  const { provider, signInUrl } = saml.data;
  return (
    <Stack gap={32}>
      {reason === undefined ? null : <Text c="dimmed">{reason}</Text>}
      <div className={classes["columns"]}>
        <Stack gap={32}>
          <ServiceProviderDetails saml={saml} />
          {provider === null ? (
            <EmptyState
              icon={IconUserShield}
              title="No identity provider yet"
              action={
                isOwner ? (
                  <Button component={PathLink} to={paths.createExternalIntegration} search={{ provider: "saml" }}>
                    Upload metadata
                  </Button>
                ) : null
              }
            >
              Upload your identity provider's metadata to let users sign in there.
            </EmptyState>
          ) : (
            <IdentityProvider provider={provider} signInUrl={signInUrl} />
          )}
        </Stack>
        {provider === null ? (
          <SignOnGuide saml={saml.data} />
        ) : (
          <SamlRules key={provider.updated} provider={provider} reason={reason} />
        )}
      </div>
      {provider === null ? null : <SamlCertificates provider={provider} reason={reason} />}
      <SamlAttempts />
    </Stack>
  );
}

function IdentityProvider({ provider, signInUrl }: { provider: NonNullable<Saml["provider"]>; signInUrl: string }) {
  return (
    <Stack gap={12}>
      <Title order={2}>Identity provider</Title>
      {provider.worked === null ? (
        <Alert color="yellow" title="No one has signed in with it yet">
          Open the sign-in address in a private window to test it. Problems appear under Sign-in attempts below.
        </Alert>
      ) : (
        <Text size="sm" c="dimmed">
          Last successful sign-in: <Time at={provider.worked} />.
        </Text>
      )}
      <Details
        of={[
          ["Provider entity ID", provider.entityId],
          ["Provider sign-in URL", provider.signOnUrl],
          ["Sign-in address for users", signInUrl],
        ]}
      />
    </Stack>
  );
}
