import { Anchor, Group, Modal, Stack, Table, Text, Title } from "@mantine/core";
import type { OutboxEmail } from "@trunkline/contract/email/outbox.ts";
import { externalProviders } from "@trunkline/contract/integrations/external.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { partyText } from "./partyText.ts";

/** One email with its headers, template and replacements. */
export function OutboxEmailDialog({ email, close }: { email: OutboxEmail; close: () => void }) {
  const lines: [label: string, text: string][] = [
    ["From", partyText(email.from)],
    ["To", partyText(email.to)],
    ["CC", email.cc.map(partyText).join(", ")],
    ["BCC", email.bcc.map(partyText).join(", ")],
    ["Subject", email.subject],
    ["Template ID", `${email.templateId} (${externalProviders[email.provider]})`],
  ];
  const why = email.status === "simulated" ? "Not sent because the account has no email provider." : email.reasonText;
  const replacements = Object.entries(email.replacements);
  return (
    <Modal opened onClose={close} title={`Email to ${email.to.email}`} size="lg">
      <Stack gap={16}>
        {why ? (
          <Text c="dimmed" size="sm">
            {why}
          </Text>
        ) : null}
        <Table fz={13} verticalSpacing={4} aria-label="Email headers" layout="fixed">
          <Table.Tbody>
            {lines
              .filter(([, text]) => text !== "")
              .map(([label, text]) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" w={110}>
                    {label}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{text}</Table.Td>
                </Table.Tr>
              ))}
            <Table.Tr>
              <Table.Th scope="row">Created</Table.Th>
              <Table.Td>
                <Time at={email.created} />
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        <Title order={3} fz={14}>
          Replacements
        </Title>
        {replacements.length === 0 ? (
          <Text c="dimmed" size="sm">
            No replacements. The template is sent unchanged.
          </Text>
        ) : (
          <Table fz={13} verticalSpacing={4} aria-label="Replacements" layout="fixed">
            <Table.Tbody>
              {replacements.map(([key, value]) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" w={180} style={{ overflowWrap: "anywhere" }}>
                    {key}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{value === "" ? "---" : value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        <Group gap={16}>
          {email.contactId ? (
            <Anchor component={PathLink} to={paths.contact(email.contactId)} size="sm">
              Contact
            </Anchor>
          ) : null}
          {email.journeyId ? (
            <Anchor component={PathLink} to={paths.journey(email.journeyId)} size="sm">
              Journey
            </Anchor>
          ) : null}
          {email.reason === "email_not_connected" ? (
            <Anchor component={PathLink} to={paths.externalIntegrations} size="sm">
              External Integrations
            </Anchor>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
