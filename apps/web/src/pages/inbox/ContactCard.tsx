import { Anchor, Badge, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type ReactNode, useId } from "react";
import { listOf, oneOf } from "../../api/queries.ts";
import { GivenDispositions } from "../../dispositions/GivenDispositions.tsx";
import { CallStatus } from "../../history/CallStatus.tsx";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Facts } from "../../ui/text/Facts.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatLength } from "../../ui/text/formatTime.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./ContactCard.module.css";

const refreshMs = 15_000;
/** So many journeys and calls are shown; the contact's page has all. */
const most = 5;

/** Who the contact of a conversation is: fields, consent, audiences, workflows, dispositions and last calls. */
export function ContactCard({ contactId }: { contactId: string }) {
  const contact = useQuery({ ...oneOf(contactRoutes.find, { params: { contactId } }), refetchInterval: refreshMs });
  return (
    <>
      <Part title="Contact">
        {contact.data ? <Fields contact={contact.data} /> : <Missing what="contact" query={contact} />}
      </Part>
      {contact.data ? (
        <Part title="Consent">
          <Consent contact={contact.data} />
        </Part>
      ) : null}
      <Audiences contactId={contactId} />
      <Journeys contactId={contactId} />
      <Part title="Dispositions">
        <GivenDispositions contactId={contactId} />
      </Part>
      <Calls contactId={contactId} />
      <Anchor component={PathLink} to={paths.contact(contactId)} size="sm">
        Open contact
      </Anchor>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} fz={13} mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}

interface Loading {
  isError: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** A part that is loading, or could not be loaded. */
const Missing = ({ what, query }: { what: string; query: Loading }) =>
  query.isError ? (
    <ErrorState title={`Error loading ${what}`} problem={query.error} retry={() => query.refetch()} />
  ) : (
    <Skeleton height={32} aria-busy role="status" aria-label="Loading" />
  );

const None = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

function Fields({ contact }: { contact: Contact }) {
  const { phone, email, address, city, state, postalCode, country, zones, tags, extdata } = contact;
  const place = [address, city, state, postalCode, country].filter(Boolean).join(", ");
  const facts: [string, string][] = [
    ...(phone ? [["Phone", formatPhone(phone)] as [string, string]] : []),
    ...(email ? [["Email", email] as [string, string]] : []),
    ...(place ? [["Address", place] as [string, string]] : []),
    ...(zones.length > 0 ? [["Time zone", zones.join(", ")] as [string, string]] : []),
    ...Object.entries(extdata).filter(([, value]) => value !== ""),
  ];
  return (
    <>
      <Facts of={facts} />
      {tags.length > 0 ? (
        <div className={classes["tags"]}>
          {tags.map((tag) => (
            <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
              {tag}
            </Badge>
          ))}
        </div>
      ) : null}
    </>
  );
}

const channels = { sms: "Texts", call: "Calls", rcs: "RCS" } as const;

/** Which channels the contact may be reached by. */
const Consent = ({ contact: { dnc, phone } }: { contact: Contact }) => (
  <ul className={classes["list"]}>
    {(Object.keys(channels) as (keyof typeof channels)[]).map((channel) => (
      <li key={channel} className={classes["line"]}>
        {phone ? (
          <Anchor component={PathLink} to={paths.doNotContact} search={{ q: phone }} inherit>
            {channels[channel]}
          </Anchor>
        ) : (
          channels[channel]
        )}
        <StatusBadge tone={dnc.includes(channel) ? "failed" : "done"}>
          {dnc.includes(channel) ? "opted out" : "allowed"}
        </StatusBadge>
      </li>
    ))}
  </ul>
);

function Audiences({ contactId }: { contactId: string }) {
  const audiences = useQuery(listOf(audienceRoutes.ofContact, { params: { contactId } }));
  return (
    <Part title="Audiences">
      {audiences.data === undefined ? (
        <Missing what="audiences" query={audiences} />
      ) : audiences.data.length === 0 ? (
        <None>In no audience</None>
      ) : (
        <ul className={classes["list"]}>
          {audiences.data.map(({ audienceId, name }) => (
            <li key={audienceId}>
              <Anchor component={PathLink} to={paths.editAudience(audienceId)} inherit>
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

const tones: Readonly<Record<string, Tone>> = {
  moving: "going",
  asking: "going",
  waiting: "waits",
  done: "done",
  failed: "failed",
};
const running: readonly string[] = ["moving", "asking", "waiting"];

/** The journeys under way, then the last ones. */
function Journeys({ contactId }: { contactId: string }) {
  const log = useQuery({
    ...listOf(campaignRoutes.status, { params: { contactId }, query: { steps: "false" } }),
    refetchInterval: refreshMs,
  });
  const all = log.data ?? [];
  const isRunning = ({ status }: { status: string }) => running.includes(status);
  const shown = [...all.filter(isRunning), ...all.filter((one) => !isRunning(one))].slice(0, most);
  return (
    <Part title="Workflows">
      {log.data === undefined ? (
        <Missing what="workflows" query={log} />
      ) : shown.length === 0 ? (
        <None>In no workflow yet</None>
      ) : (
        <ul className={classes["list"]}>
          {shown.map(({ journeyId, campaignName, status, started, reason }) => (
            <li key={journeyId}>
              <span className={classes["line"]}>
                <Anchor component={PathLink} to={paths.journey(journeyId)} inherit>
                  {campaignName}
                </Anchor>
                <StatusBadge tone={ownValue(tones, status) ?? "off"} why={reason}>
                  {status}
                </StatusBadge>
              </span>
              <span className={classes["more"]}>
                <Time at={started} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Calls({ contactId }: { contactId: string }) {
  const calls = useQuery({
    ...listOf(callRoutes.list, { query: { contactId, limit: most } }),
    refetchInterval: refreshMs,
  });
  return (
    <Part title="Last calls">
      {calls.data === undefined ? (
        <Missing what="calls" query={calls} />
      ) : calls.data.length === 0 ? (
        <None>No calls yet</None>
      ) : (
        <ul className={classes["list"]}>
          {calls.data.map((call) => (
            <li key={call.callId}>
              <span className={classes["line"]}>
                <Anchor component={PathLink} to={paths.call(call.callId)} inherit>
                  {call.direction === "in" ? "From the contact" : "To the contact"}
                </Anchor>
                <CallStatus call={call} />
              </span>
              <span className={classes["more"]}>
                <Time at={call.created} />
                {call.durationSeconds ? ` · ${formatLength(call.durationSeconds)}` : ""}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
