import { Button, Modal, Stack, Text } from "@mantine/core";
import { IconPhone, IconPhoneOff, IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type CarrierConnection, type CarrierNumber, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { useState } from "react";
import { call, callOne } from "../../../api/call.ts";
import { listOf, useRefresh } from "../../../api/queries.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { SearchBox } from "../../../ui/table/SearchBox.tsx";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { formatPhone, plural } from "../../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { abilitiesOf } from "./abilitiesOf.ts";
import { BuyNumbers } from "./BuyNumbers.tsx";

const owners = {
  free: { tone: "off", words: "Not added" },
  added: { tone: "done", words: "Added" },
  other: { tone: "waits", words: "Other connection" },
  taken: { tone: "waits", words: "Used elsewhere" },
} as const;
const webhooks = { here: "Here", none: "Not set", elsewhere: "Points elsewhere" } as const;

const columns: Column<CarrierNumber>[] = [
  {
    id: "phone",
    header: "Phone",
    cell: ({ phone }) => <span className="figures">{formatPhone(phone)}</span>,
    value: ({ phone }) => phone,
    width: 175,
    always: true,
  },
  { id: "name", header: "Name", cell: ({ name }) => name || "---", value: ({ name }) => name, width: 130 },
  { id: "can", header: "Abilities", cell: abilitiesOf, value: abilitiesOf, width: 150 },
  {
    id: "webhook",
    header: "Webhooks",
    cell: ({ webhook, webhookUrl }) => <span title={webhookUrl ?? ""}>{webhooks[webhook]}</span>,
    value: ({ webhook }) => webhooks[webhook],
    width: 150,
  },
  {
    id: "owner",
    header: "State",
    cell: ({ owner }) => <StatusBadge tone={owners[owner].tone}>{owners[owner].words}</StatusBadge>,
    value: ({ owner }) => owners[owner].words,
    width: 130,
  },
];

const isOthers = ({ owner }: CarrierNumber): boolean => owner === "taken" || owner === "other";

/** The numbers of a provider's account. Those that are chosen are added, and their inbound texts arrive here. */
export function ProviderNumbers({ connection, close }: { connection: CarrierConnection; close: () => void }) {
  const { connectionId, name } = connection;
  const numbers = useQuery({
    ...listOf(carrierRoutes.numbers, { params: { connectionId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sorting = useSort({ by: "phone", descending: false });
  const [search, setSearch] = useState("");
  const [isBuying, setIsBuying] = useState(false);
  const add = useAddNumbers(connectionId);
  const release = useReleaseNumber(connection);
  const digits = search.replace(/\D/g, "");
  const wanted = search.trim().toLowerCase();
  const found = numbers.data?.filter(
    (one) => one.name.toLowerCase().includes(wanted) || (digits !== "" && one.phone.includes(digits)),
  );
  const buy = (
    <Button leftSection={<IconPlus size={16} />} variant="default" onClick={() => setIsBuying(true)}>
      Buy numbers
    </Button>
  );
  if (isBuying) return <BuyNumbers connection={connection} close={() => setIsBuying(false)} />;
  return (
    <Modal opened onClose={close} title={`Numbers of ${name}`} size={920}>
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          Select the numbers to use here. Adding a number points its webhooks at the provider to this installation, so
          that its texts and calls arrive here. A number of another connection moves to this one with all that uses it.
        </Text>
        <Table
          name="Provider numbers"
          columns={columns}
          rows={{ ...numbers, data: found }}
          rowId={({ phone }) => phone}
          rowName={({ phone }) => phone}
          {...sorting}
          filters={
            <>
              {buy}
              <SearchBox label="Search numbers" placeholder="Search number, name" value={search} onSearch={setSearch} />
            </>
          }
          rowActions={(row) => [
            {
              label: "Release",
              icon: IconPhoneOff,
              run: () => void release(row),
              destructive: true,
              disabled: isOthers(row) ? "Another connection or account here uses it." : undefined,
            },
          ]}
          actionsWidth={80}
          clearFilters={search ? () => setSearch("") : undefined}
          bulk={(selected, clear) => (
            <Button size="compact-sm" loading={add.isPending} onClick={() => void add.start(selected, clear)}>
              {add.isPending ? `Adding ${add.done} of ${add.total}` : "Add numbers"}
            </Button>
          )}
          errorTitle="Error loading numbers"
          exportable={false}
          empty={
            <EmptyState icon={IconPhone} title="No numbers">
              The account at the provider has no numbers yet. Buy some here or there.
            </EmptyState>
          }
        />
      </Stack>
    </Modal>
  );
}

/** Releases a number at the provider, and here if it was added, after asking. */
function useReleaseNumber({ connectionId, name }: CarrierConnection): (number: CarrierNumber) => Promise<void> {
  const refresh = useRefresh();
  return async ({ phone, owner }) => {
    const isSure = await confirm({
      title: `Release ${formatPhone(phone)} at ${name}?`,
      consequence: `You give the number back to the provider, which may sell it to another customer.${owner === "added" ? " It no longer sends texts here, and its replies no longer arrive." : ""}`,
      confirm: "Release",
    });
    if (!isSure) return;
    try {
      await call(carrierRoutes.releaseNumber, { params: { connectionId, phone } });
      toastSuccess("Number released", formatPhone(phone));
    } catch (problem) {
      toastError("Error releasing number", problem);
    }
    await refresh("/v4/carrier/", "/v4/number", "/auth/me");
  };
}

/** What is asked before numbers are added. Null: nothing changes elsewhere. */
function askBeforeAdding(rows: readonly CarrierNumber[]) {
  const pointing = rows.filter(({ webhook }) => webhook === "elsewhere").length;
  const moving = rows.filter(({ owner }) => owner === "other").length;
  if (pointing + moving === 0) return null;
  const words = [
    moving > 0
      ? `${plural(moving, "number")} of other connections will send and receive through this one. Their number sets, workflows and routes stay, and runs continue.`
      : "",
    pointing > 0
      ? `The webhooks of ${plural(pointing, "number")} point elsewhere. From now on their texts and calls arrive here, and no longer there.`
      : "",
  ].filter(Boolean);
  return moving > 0
    ? { title: `Move ${plural(moving, "number")}?`, consequence: words.join(" "), confirm: "Move" }
    : { title: `Take over ${plural(pointing, "number")}?`, consequence: words.join(" "), confirm: "Take over" };
}

/** Adds numbers one after the other, after asking about those that something else uses. */
function useAddNumbers(connectionId: string) {
  const refresh = useRefresh();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const adding = useMutation({
    mutationFn: async (rows: readonly CarrierNumber[]) => {
      for (const [done, { phone, owner, webhook }] of rows.entries()) {
        setProgress({ done, total: rows.length });
        // one that has been pointed elsewhere since it was listed is refused with the reason
        const body = { phone, takeOver: webhook === "elsewhere", move: owner === "other" };
        await callOne(carrierRoutes.addNumber, { params: { connectionId }, body });
      }
    },
    onSuccess: (_, rows) => toastSuccess("Numbers added", plural(rows.length, "number")),
    onError: (problem) => toastError("Error adding number", problem),
    onSettled: () => refresh("/v4/carrier/", "/v4/number", "/auth/me"),
  });
  return {
    ...progress,
    isPending: adding.isPending,
    async start(selected: readonly CarrierNumber[], clear: () => void): Promise<void> {
      const rows = selected.filter(
        ({ owner, webhook }) => owner !== "taken" && !(owner === "added" && webhook === "here"),
      );
      if (rows.length === 0)
        return toastSuccess("Nothing to add", "These numbers are added already or used elsewhere.");
      const question = askBeforeAdding(rows);
      if (question !== null && !(await confirm(question))) return;
      await adding.mutateAsync(rows).then(clear, () => {});
    },
  };
}
