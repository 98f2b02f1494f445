import { List, Stack, Text } from "@mantine/core";
import type { CampaignUse } from "@trunkline/contract/workflows/campaign.ts";
import { plural } from "../../../ui/text/formatFigure.ts";

const maxListed = 8;

const describeUse = ({ kind, name }: CampaignUse): string => {
  switch (kind) {
    case "run":
      return `The run "${name}" is in progress and will stop`;
    case "schedule":
      return `The scheduled run "${name}" will be cancelled`;
    case "recurring":
      return `The recurring run "${name}" will be cancelled`;
    case "disposition":
      return `The disposition "${name}" will no longer enroll contacts`;
    case "workflow":
      return `The workflow "${name}" will no longer enroll contacts in it`;
    case "route":
      return `The inbound workflow "${name}" will no longer enroll contacts in it`;
    case "ivr":
      return `The IVR menu "${name}" will no longer start it`;
  }
};

interface Props {
  /** Uses of the outbound workflows; null if they could not be loaded. */
  uses: readonly CampaignUse[] | null;
  outbound: number;
  inbound: number;
}

/** The consequences of deleting workflows, with the names of their uses (look, Destructive actions). */
export function DeleteConsequence({ uses, outbound, inbound }: Props) {
  const it = outbound === 1 ? "it" : "them";
  const sentences = [
    ...(uses === null ? [`Runs stop, and dispositions and workflows no longer enroll contacts in ${it}.`] : []),
    ...(outbound > 0 && uses?.length === 0 ? [`Nothing else uses ${it}.`] : []),
    ...(outbound > 0 ? ["Message history remains."] : []),
    ...(inbound > 0 ? ["Calls and messages to the numbers of inbound workflows are no longer routed."] : []),
    "This cannot be undone.",
  ];
  const named = uses ?? [];
  return (
    <Stack gap={8}>
      {named.length > 0 ? (
        <List size="sm" spacing={4}>
          {named.slice(0, maxListed).map((use) => (
            <List.Item key={`${use.campaignId} ${use.kind} ${use.id}`}>{describeUse(use)}</List.Item>
          ))}
        </List>
      ) : null}
      {named.length > maxListed ? (
        <Text size="sm">{`and ${plural(named.length - maxListed, "other use")}`}</Text>
      ) : null}
      <Text size="sm">{sentences.join(" ")}</Text>
    </Stack>
  );
}
