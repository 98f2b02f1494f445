import { Pill, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { contactRoutes } from "@trunkline/contract/contact.ts";
import { listOf, oneOf } from "../api/queries.ts";
import { formatPhone } from "../ui/formatFigure.ts";
import { SearchBox } from "../ui/SearchBox.tsx";
import type { Address } from "../ui/useAddress.ts";

interface Props {
  address: Address;
  change: (change: Address) => void;
  statuses: readonly string[];
}

/** The filters above the lists of texts and calls. */
export function HistoryFilters({ address, change, statuses }: Props) {
  const campaigns = useQuery({ ...listOf(campaignRoutes.all), staleTime: 30_000 });
  return (
    <>
      <SearchBox
        label="Phone number"
        placeholder="Whole phone number"
        value={address["phone"] ?? ""}
        onSearch={(phone) => change({ phone })}
      />
      <Choice
        label="Workflow"
        none="All workflows"
        width={150}
        data={(campaigns.data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }))}
        value={address["workflow"]}
        onChange={(workflow) => change({ workflow })}
      />
      <Choice
        label="Direction"
        none="In and out"
        width={105}
        data={[
          { value: "in", label: "In" },
          { value: "out", label: "Out" },
        ]}
        value={address["direction"]}
        onChange={(direction) => change({ direction })}
      />
      <Choice
        label="Status"
        none="Any status"
        width={118}
        data={statuses.map((status) => ({ value: status, label: status }))}
        value={address["status"]}
        onChange={(status) => change({ status })}
      />
      <Day label="From day (UTC)" value={address["from"]} most={address["to"]} onChange={(from) => change({ from })} />
      <Day label="To day (UTC)" value={address["to"]} least={address["from"]} onChange={(to) => change({ to })} />
      {address["run"] ? <Chip words="One run" remove={() => change({ run: undefined })} /> : null}
      {address["contact"] ? (
        <ContactChip contactId={address["contact"]} remove={() => change({ contact: undefined })} />
      ) : null}
    </>
  );
}

interface ChoiceProps {
  label: string;
  none: string;
  width: number;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One of a list, or none. */
export const Choice = ({ label, none, width, data, value, onChange }: ChoiceProps) => (
  <Select
    size="xs"
    w={width}
    aria-label={label}
    placeholder={none}
    clearable
    searchable={data.length > 12}
    clearButtonProps={{ "aria-label": none }}
    data={data}
    value={value ?? null}
    onChange={(chosen) => onChange(chosen ?? undefined)}
  />
);

interface DayProps {
  label: string;
  value: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day of a filter. */
export const Day = ({ label, value, least, most, onChange }: DayProps) => (
  <TextInput
    type="date"
    size="xs"
    w={126}
    aria-label={label}
    title={label}
    value={value ?? ""}
    min={least}
    max={most}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
  />
);

function ContactChip({ contactId, remove }: { contactId: string; remove: () => void }) {
  const { data } = useQuery(oneOf(contactRoutes.find, { params: { contactId } }));
  const name = data === undefined ? "" : [data.firstName, data.lastName].filter(Boolean).join(" ");
  return <Chip words={`Contact ${name || formatPhone(data?.phone)}`} remove={remove} />;
}

/** A filter that is not chosen here and can be taken away. */
export const Chip = ({ words, remove }: { words: string; remove: () => void }) => (
  <Pill withRemoveButton onRemove={remove} removeButtonProps={{ "aria-label": `Remove filter ${words}`, size: 24 }}>
    {words}
  </Pill>
);
