import { Alert, Button, Group, Skeleton, Tabs, Text } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconDeviceMobileMessage, IconPencil, IconPhone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useMay, useMe } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { DispositionPanel } from "../../dispositions/DispositionPanel.tsx";
import { paths } from "../../paths.ts";
import { askToDial } from "../../phone/dialStore.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { describeZoneSource } from "../../ui/text/describeZoneSource.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { Calls } from "./Calls.tsx";
import { Consent } from "./Consent.tsx";
import { ContactForm } from "./ContactForm.tsx";
import classes from "./ContactPage.module.css";
import { ContactProfile } from "./ContactProfile.tsx";
import { contactName } from "./contactName.ts";
import { History } from "./History.tsx";
import { Texts } from "./Texts.tsx";
import { useArchive } from "./useArchive.ts";
import { WhyNot } from "./WhyNot.tsx";
import { WorkflowStatus } from "./WorkflowStatus.tsx";

const crumbs = [{ label: "Contacts", to: paths.contacts }];

/** A contact with its fields, consent and history. */
export function ContactPage() {
  const contactId = usePathPart("contactId") ?? "";
  const contact = useQuery(oneOf(contactRoutes.find, { params: { contactId } }));
  if (contact.isError && !contact.data) {
    return (
      <Page title="Contact" crumbs={crumbs}>
        <ErrorState title="Error loading contact" problem={contact.error} retry={() => contact.refetch()} />
      </Page>
    );
  }
  if (!contact.data) {
    return (
      <Page title="Contact" crumbs={crumbs}>
        <Skeleton height={320} />
      </Page>
    );
  }
  return <Loaded key={contactId} contact={contact.data} />;
}

function Loaded({ contact }: { contact: Contact }) {
  return (
    <Page
      title={contactName(contact)}
      crumbs={crumbs}
      heading={
        <Group gap={8}>
          {contactName(contact)}
          {contact.archived ? <StatusBadge tone="off">Archived</StatusBadge> : null}
        </Group>
      }
      purpose={<Facts contact={contact} />}
      actions={<Actions contact={contact} />}
    >
      {contact.archived ? (
        <Alert color="gray">
          Archived <Time at={contact.archived} />. Archived contacts cannot enter runs.
        </Alert>
      ) : null}
      <div className={classes["columns"]}>
        <div className={classes["fields"]}>
          <Details contact={contact} />
        </div>
        <div className={classes["more"]}>
          <Consent contact={contact} />
          <DispositionPanel contactId={contact.contactId} on={null} />
          <Activity contact={contact} />
        </div>
      </div>
    </Page>
  );
}

function Facts({ contact }: { contact: Contact }) {
  return (
    <Group gap="4px 16px" component="span">
      <span>
        Created <Time at={contact.created} />
      </span>
      <span>
        {contact.zones.length > 0
          ? `${contact.zones.join(", ")}, ${describeZoneSource(contact.zonesFrom)}`
          : "Time zone unknown"}
      </span>
      <Group gap={4} wrap="nowrap" component="span">
        <Text span ff="monospace" fz={12} inherit>
          {contact.contactId}
        </Text>
        <CopyButton value={contact.contactId} what="contact ID" />
      </Group>
    </Group>
  );
}

function Actions({ contact }: { contact: Contact }) {
  const may = useMay();
  const mayAdmin = may("contact-admin");
  const { simulated } = useMe();
  const { archive, unarchive } = useArchive();
  const none = () => undefined;
  return (
    <>
      {may("inbox-use") && contact.phone && !contact.archived ? (
        <Button
          variant="default"
          component={PathLink}
          to={paths.inbox(contact.contactId)}
          leftSection={<IconPencil size={16} />}
        >
          Message
        </Button>
      ) : null}
      {may("inbox-use") && contact.phone && !contact.archived ? (
        <Button
          variant="default"
          leftSection={<IconPhone size={16} />}
          onClick={() => contact.phone && askToDial(contact.phone)}
        >
          Call
        </Button>
      ) : null}
      {simulated && contact.phone ? (
        <Button
          variant="default"
          component={PathLink}
          to={paths.simulatedCarrier(contact.phone)}
          leftSection={<IconDeviceMobileMessage size={16} />}
        >
          Simulated carrier
        </Button>
      ) : null}
      {!mayAdmin ? null : contact.archived ? (
        <Button
          variant="default"
          leftSection={<IconArchiveOff size={16} />}
          onClick={() => void unarchive([contact], none)}
        >
          Unarchive
        </Button>
      ) : (
        <Button variant="default" leftSection={<IconArchive size={16} />} onClick={() => void archive([contact], none)}>
          Archive
        </Button>
      )}
    </>
  );
}

/** The fields of the contact, and their form while they are edited. */
function Details({ contact }: { contact: Contact }) {
  const [address, change] = useAddress();
  return address["edit"] === "yes" ? (
    <ContactForm contact={contact} close={() => change({ edit: undefined })} />
  ) : (
    <ContactProfile contact={contact} edit={() => change({ edit: "yes" })} />
  );
}

function Activity({ contact }: { contact: Contact }) {
  const [address, change] = useAddress();
  return (
    <Tabs
      value={address["tab"] ?? "history"}
      onChange={(tab) => change({ tab: tab === "history" ? undefined : (tab ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="workflows">Workflow status</Tabs.Tab>
        <Tabs.Tab value="texts">Texts</Tabs.Tab>
        <Tabs.Tab value="calls">Calls</Tabs.Tab>
        <Tabs.Tab value="why">Why not?</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="workflows" pt={16}>
        <WorkflowStatus contactId={contact.contactId} />
      </Tabs.Panel>
      <Tabs.Panel value="texts" pt={16}>
        <Texts contactId={contact.contactId} />
      </Tabs.Panel>
      <Tabs.Panel value="calls" pt={16}>
        <Calls contactId={contact.contactId} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt={16}>
        <History contactId={contact.contactId} />
      </Tabs.Panel>
      <Tabs.Panel value="why" pt={16}>
        <WhyNot subject={{ contactId: contact.contactId }} />
      </Tabs.Panel>
    </Tabs>
  );
}
