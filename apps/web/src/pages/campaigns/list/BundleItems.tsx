import { Anchor, Select, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { connectionRoutes } from "@trunkline/contract/webhooks/callback.ts";
import type { BundleChoices, BundleItem, BundleKind, BundleOutcome } from "@trunkline/contract/workflows/bundle.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { newestWorkflows } from "../../../api/newestWorkflows.ts";
import { listOf } from "../../../api/queries.ts";
import { paths, sectionPaths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import classes from "./BundleItems.module.css";

const kindLabels: Record<BundleKind, string> = {
  workflow: "Workflow",
  template: "Template",
  emailTemplate: "E-mail template",
  audience: "Audience",
  asset: "File",
  rcsMessage: "RCS message",
  rcsAgent: "RCS agent",
  webhook: "Webhook",
  connection: "Connection",
  disposition: "Disposition",
  workGroup: "Work group",
  queue: "Agent queue",
  numberSet: "Number set",
  customField: "Custom field",
  inbound: "Inbound workflow",
  ivr: "IVR menu",
  liveList: "Live list",
};

const outcomeLabels: Record<BundleOutcome, [tone: Tone, label: string]> = {
  missing: ["waits", "Missing"],
  left: ["waits", "Skipped"],
  renamed: ["going", "Renamed"],
  new: ["done", "New"],
  chosen: ["done", "Using yours"],
  same: ["off", "Already exists"],
};
/** Items that need attention come first. */
const order = Object.keys(outcomeLabels);

const hooks = sectionPaths("webhooks");
const places: Partial<Record<BundleKind, (id: string) => string>> = {
  workflow: paths.editCampaign,
  template: paths.editTemplate,
  emailTemplate: paths.editEmailTemplate,
  asset: () => paths.assets,
  rcsMessage: paths.editRcs,
  webhook: hooks.edit,
  connection: hooks.editConnection,
  workGroup: paths.editWorkGroup,
  queue: () => paths.agentQueues,
  numberSet: paths.editNumberSet,
  inbound: paths.editInbound,
  ivr: paths.editIvr,
  liveList: paths.editLiveList,
};

interface Props {
  items: readonly BundleItem[];
  choices?: BundleChoices;
  /** Absent when choices can no longer be made. */
  choose?: (kind: BundleKind, name: string, id: string | null) => void;
}

/** The items of a bundle and their outcome, with a choice for missing ones. */
export function BundleItems({ items, choices, choose }: Props) {
  const sorted = [...items].sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={classes["frame"]} tabIndex={0} aria-label="Contents of the file">
      <Table verticalSpacing={8} horizontalSpacing={12} aria-label="Import report">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={120}>Type</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th w={140}>Status</Table.Th>
            <Table.Th>Note</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((item) => (
            <Table.Tr key={`${item.kind} ${item.name} ${item.choice ?? ""} ${item.id ?? ""}`}>
              <Table.Td c="dimmed">{kindLabels[item.kind]}</Table.Td>
              <Table.Td className={classes["name"] ?? ""}>
                <Name item={item} />
              </Table.Td>
              <Table.Td>
                <Outcome outcome={item.outcome} />
              </Table.Td>
              <Table.Td>
                <Stack gap={4}>
                  {item.outcome === "renamed" ? (
                    <Text size="sm">{`"${item.name}" already exists, so this one is imported as "${item.to}"`}</Text>
                  ) : null}
                  {item.note === null ? null : (
                    <Text size="sm" c={item.outcome === "missing" ? undefined : "dimmed"}>
                      {item.note}
                    </Text>
                  )}
                  {choose && item.choice !== null && (item.outcome === "missing" || item.outcome === "chosen") ? (
                    <Choice item={item} choices={choices ?? {}} choose={choose} />
                  ) : null}
                </Stack>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const Outcome = ({ outcome }: { outcome: BundleOutcome }) => {
  const [tone, words] = outcomeLabels[outcome];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
};

function Name({ item: { kind, name, to, id } }: { item: BundleItem }) {
  const place = id === null ? undefined : places[kind]?.(id);
  const words = to ?? name;
  return place === undefined ? (
    <Text size="sm" fw={500} span>
      {words}
    </Text>
  ) : (
    <Anchor size="sm" fw={500} component={PathLink} to={place}>
      {words}
    </Anchor>
  );
}

/** A select for the account's replacement of a missing item. */
function Choice({
  item: { kind, name, choice, required },
  choices,
  choose,
}: {
  item: BundleItem;
  choices: BundleChoices;
  choose: NonNullable<Props["choose"]>;
}) {
  const options = useOptions(kind);
  const key = choice ?? "";
  const value = ownValue(choices[kind as keyof BundleChoices], key) ?? null;
  return (
    <Select
      size="xs"
      maw={280}
      aria-label={`${kindLabels[kind]} to use instead of ${name}`}
      placeholder={required ? "Choose a replacement" : "Choose a replacement (optional)"}
      nothingFoundMessage="None in this account"
      data={options}
      value={value}
      onChange={(id) => choose(kind, key, id)}
      searchable
      clearable
    />
  );
}

/** The options for a kind of item. */
function useOptions(kind: BundleKind): { value: string; label: string }[] {
  const sets = useQuery({ ...listOf(numberSetRoutes.list), enabled: kind === "numberSet" });
  const campaigns = useQuery({ ...newestWorkflows, enabled: kind === "workflow" });
  const connections = useQuery({ ...listOf(connectionRoutes.list), enabled: kind === "connection" });
  const assets = useQuery({ ...listOf(assetRoutes.list), enabled: kind === "asset" });
  if (kind === "numberSet") return (sets.data ?? []).map((one) => ({ value: one.numberSetId, label: one.name }));
  if (kind === "workflow")
    return (campaigns.data ?? []).map((one) => ({ value: one.campaignId, label: one.campaignName }));
  if (kind === "connection") return (connections.data ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (assets.data ?? []).map((one) => ({ value: one.assetId, label: one.fileName }));
}
