import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { oneOf } from "../api/queries.ts";
import { WorkflowChoice } from "../fields/run/WorkflowChoice.tsx";
import { Choice } from "../ui/form/Choice.tsx";
import type { Address } from "../ui/page/useAddress.ts";
import { SearchBox } from "../ui/table/SearchBox.tsx";
import { Chip } from "../ui/text/Chip.tsx";
import { Day } from "../ui/text/Day.tsx";
import { formatPhone } from "../ui/text/formatFigure.ts";

/** What the home page counts, as a filter. */
const figureWords = new Map([
  ["sent", "Counted as sent"],
  ["delivered", "Counted as delivered"],
  ["replies", "Counted as replies"],
  ["optOuts", "Counted as opt-outs"],
  ["failed", "Counted as failed"],
  ["handedOver", "Handed to a carrier"],
  ["answered", "Answered calls"],
  ["missed", "Missed calls"],
]);

interface Props {
  address: Address;
  change: (change: Address) => void;
  statuses: readonly string[];
}

/** The filters of messages and calls. */
export function HistoryFilters({ address, change, statuses }: Props) {
  const figureWord = figureWords.get(address["figure"] ?? "");
  return (
    <>
      <SearchBox
        label="Phone number"
        placeholder="Full phone number"
        width={166}
        value={address["phone"] ?? ""}
        onSearch={(phone) => change({ phone })}
      />
      <WorkflowChoice width={136} value={address["workflow"]} onChange={(workflow) => change({ workflow })} />
      <Choice
        label="Direction"
        none="Any direction"
        width={120}
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
        width={110}
        data={statuses.map((status) => ({ value: status, label: status }))}
        value={address["status"]}
        onChange={(status) => change({ status })}
      />
      <Day label="From day" value={address["from"]} most={address["to"]} onChange={(from) => change({ from })} />
      <Day label="To day" value={address["to"]} least={address["from"]} onChange={(to) => change({ to })} />
      {figureWord === undefined ? null : <Chip words={figureWord} remove={() => change({ figure: undefined })} />}
      {address["run"] ? <Chip words="One run" remove={() => change({ run: undefined })} /> : null}
      {address["contact"] ? (
        <ContactChip contactId={address["contact"]} remove={() => change({ contact: undefined })} />
      ) : null}
    </>
  );
}

function ContactChip({ contactId, remove }: { contactId: string; remove: () => void }) {
  const { data } = useQuery(oneOf(contactRoutes.find, { params: { contactId } }));
  const name = data === undefined ? "" : [data.firstName, data.lastName].filter(Boolean).join(" ");
  return <Chip words={`Contact ${name || formatPhone(data?.phone)}`} remove={remove} />;
}
