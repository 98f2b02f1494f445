import { List, Stack, Text } from "@mantine/core";
import type { CampaignUse } from "@trunkline/contract/workflows/campaign.ts";
import { plural } from "../../../ui/text/formatFigure.ts";

const most = 8;

const wordsOf = ({ kind, name }: CampaignUse): string => {
  switch (kind) {
    case "run":
      return `The run "${name}" is under way, and stops where it is`;
    case "schedule":
      return `The scheduled run "${name}" is cancelled`;
    case "recurring":
      return `The recurring run "${name}" is cancelled`;
    case "disposition":
      return `The disposition "${name}" starts it, and will start nothing`;
    case "workflow":
      return `The workflow "${name}" leads into it, and will lead nowhere there`;
    case "route":
      return `The inbound workflow "${name}" leads into it, and will lead nowhere`;
    case "ivr":
      return `The IVR menu "${name}" starts it, and will start nothing`;
  }
};

interface Props {
  /** What leads into the outbound ones; null: it could not be told. */
  uses: readonly CampaignUse[] | null;
  outbound: number;
  inbound: number;
}

/** What deleting workflows does, with everything that leads into them by its name (look, Destructive actions). */
export function DeleteConsequence({ uses, outbound, inbound }: Props) {
  const it = outbound === 1 ? "it" : "them";
  const words = [
    ...(uses === null
      ? [`Running batches stop where they are, and dispositions or workflows that lead into ${it} no longer do.`]
      : []),
    ...(outbound > 0 && uses?.length === 0 ? [`Nothing else leads into ${it}.`] : []),
    ...(outbound > 0 ? ["The history of what was sent stays."] : []),
    ...(inbound > 0 ? ["Calls and messages to the numbers of an inbound workflow are no longer led anywhere."] : []),
    "This cannot be undone.",
  ];
  const named = uses ?? [];
  return (
    <Stack gap={8}>
      {named.length > 0 ? (
        <List size="sm" spacing={4}>
          {named.slice(0, most).map((use) => (
            <List.Item key={`${use.campaignId} ${use.kind} ${use.id}`}>{wordsOf(use)}</List.Item>
          ))}
        </List>
      ) : null}
      {named.length > most ? (
        <Text size="sm">{`and ${plural(named.length - most, "other")} that lead into ${it}`}</Text>
      ) : null}
      <Text size="sm">{words.join(" ")}</Text>
    </Stack>
  );
}
