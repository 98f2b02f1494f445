import { Code, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { Saml } from "@trunkline/contract/identity/saml.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import classes from "./Saml.module.css";

/** The values to enter at the identity provider, with copy buttons (spec 3 §2). */
export function ServiceProviderDetails({
  saml,
}: {
  saml: { data: Saml | undefined; isError: boolean; error: unknown; refetch: () => unknown };
}) {
  if (saml.isError && !saml.data)
    return <ErrorState title="Error loading the service provider details" problem={saml.error} retry={saml.refetch} />;
  if (!saml.data) return <Skeleton height={150} aria-busy />;
  const { acsUrl, entityId, nameId } = saml.data;
  return (
    <Stack gap={12}>
      <Title order={2}>Service provider details</Title>
      <Text size="sm" c="dimmed">
        Enter these at your identity provider. Map the name ID to the user's email address.
      </Text>
      <Details
        of={[
          ["ACS URL", acsUrl],
          ["Entity ID", entityId],
          ["Name ID", nameId],
        ]}
      />
    </Stack>
  );
}

/** Names and values with copy buttons. */
export function Details({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes["details"]}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Group gap={4} wrap="nowrap" align="start">
              <Code className={classes["value"] ?? ""}>{value}</Code>
              <CopyButton value={value} what={name} />
            </Group>
          </dd>
        </div>
      ))}
    </dl>
  );
}
