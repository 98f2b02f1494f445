import { useQuery } from "@tanstack/react-query";
import { auditRoutes } from "@trunkline/contract/audit/audit.ts";
import { oneOf } from "../../api/queries.ts";
import { Choice } from "../../ui/form/Choice.tsx";
import type { Address } from "../../ui/page/useAddress.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { Chip } from "../../ui/text/Chip.tsx";
import { Day } from "../../ui/text/Day.tsx";
import { describeAction, describeSubject } from "./describeAudit.ts";

/** The filters of the audit log. */
export function AuditFilters({ address, change }: { address: Address; change: (change: Address) => void }) {
  const { data } = useQuery({ ...oneOf(auditRoutes.filters), staleTime: 30_000 });
  const about = address["about"];
  const actions = (data?.actions ?? []).filter((action) => !about || action.split(".")[0] === about);
  return (
    <>
      <SearchBox
        label="Search audit log"
        placeholder="Search"
        width={122}
        value={address["q"] ?? ""}
        onSearch={(q) => change({ q })}
      />
      <Choice
        label="Who"
        none="Anyone"
        width={102}
        data={(data?.actors ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={address["who"]}
        onChange={(who) => change({ who })}
      />
      <Choice
        label="Object"
        none="All objects"
        width={108}
        data={(data?.subjects ?? []).map((subject) => ({ value: subject, label: describeSubject(subject) }))}
        value={about}
        onChange={(subject) => change({ about: subject, action: undefined })}
      />
      <Choice
        label="Action"
        none="All actions"
        width={106}
        data={actions.map((action) => ({ value: action, label: describeAction(action) }))}
        value={address["action"]}
        onChange={(action) => change({ action })}
      />
      <Choice
        label="Outcome"
        none="Any outcome"
        width={118}
        data={[
          { value: "ok", label: "Done" },
          { value: "refused", label: "Denied" },
        ]}
        value={address["outcome"]}
        onChange={(outcome) => change({ outcome })}
      />
      <Day label="From day" value={address["from"]} most={address["to"]} onChange={(from) => change({ from })} />
      <Day label="To day" value={address["to"]} least={address["from"]} onChange={(to) => change({ to })} />
      {address["of"] ? <Chip words={`Target: ${address["of"]}`} remove={() => change({ of: undefined })} /> : null}
    </>
  );
}
