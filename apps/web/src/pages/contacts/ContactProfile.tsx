import { Badge, Group, Paper, Text, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { Contact } from "@trunkline/contract/contacts/contact.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { Facts } from "../../ui/text/Facts.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

const names = ["email", "address", "city", "state", "postalCode", "country"] as const;

/** What is known of a contact; fields without a value are left out. */
export function ContactProfile({ contact, edit }: { contact: Contact; edit: () => void }) {
  const { phone, timezone, tags, extdata } = contact;
  const zone = timezones.find(({ timezoneId }) => timezoneId === timezone);
  const facts: [name: string, value: string][] = [
    ...(phone ? [[fieldLabel("phone"), formatPhone(phone)] as [string, string]] : []),
    ...names.flatMap((name): [string, string][] => (contact[name] ? [[fieldLabel(name), contact[name]]] : [])),
    ...(zone ? [[fieldLabel("timezone"), zone.name] as [string, string]] : []),
    ...Object.entries(extdata).filter(([, value]) => value !== ""),
  ];
  return (
    <Paper withBorder p={16} radius={8} component="section" aria-labelledby="details">
      <Group justify="space-between" mb={12}>
        <Title order={2} id="details">
          Details
        </Title>
        <ReasonButton
          variant="default"
          size="compact-sm"
          leftSection={<IconPencil size={14} />}
          reason={useMay()("contact-admin") ? undefined : notAllowed}
          onClick={edit}
        >
          Edit
        </ReasonButton>
      </Group>
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing but the name is known.
        </Text>
      ) : (
        <Facts of={facts} />
      )}
      {tags.length > 0 && (
        <Group gap={6} mt={12} role="list" aria-label="Tags">
          {tags.map((tag) => (
            <Badge key={tag} role="listitem" variant="light" color="gray" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Paper>
  );
}
