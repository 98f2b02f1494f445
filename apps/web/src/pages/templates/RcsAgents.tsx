import { Button, Group, Modal, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconPencil, IconPlus, IconTrash, IconUserStar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type RcsAgent, rcsAgentBody, rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { useState } from "react";
import { shownAddress } from "../../api/assets.ts";
import { call, callOne } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { UploadButton } from "../../ui/form/UploadButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useDeleteRcs } from "./useDeleteRcs.ts";

const columnsOf = (connectionName: (agent: RcsAgent) => string): Column<RcsAgent>[] => [
  {
    id: "id",
    header: "Agent ID",
    cell: (row) => (
      <Text inherit span fw={500}>
        {row.agentId}
      </Text>
    ),
    value: (row) => row.agentId,
    width: 200,
    always: true,
  },
  { id: "name", header: "Name", cell: (row) => row.name, value: (row) => row.name, width: 200 },
  {
    id: "description",
    header: "Description",
    cell: (row) => row.description || "---",
    value: (row) => row.description,
    width: 280,
  },
  {
    id: "logo",
    header: "Logo",
    cell: ({ logoUrl, name }) =>
      logoUrl ? (
        <img src={shownAddress(logoUrl)} alt={`Logo of ${name}`} height={24} style={{ borderRadius: 12 }} />
      ) : (
        "---"
      ),
    value: (row) => row.logoUrl,
    width: 100,
  },
  { id: "connection", header: "Sends through", cell: connectionName, value: connectionName, width: 200 },
];

const numbersCarrier = "Carrier of the number";
/** The connections that carry RCS messages. */
const useRcsConnections = () =>
  (useQuery(listOf(carrierRoutes.list)).data ?? []).filter(({ carriesRcs }) => carriesRcs);

/** RCS agents, the senders that contacts see. */
export function RcsAgents({ mayEdit }: { mayEdit: boolean }) {
  const agents = useQuery(listOf(rcsRoutes.agents));
  const connections = useRcsConnections();
  const columns = columnsOf(
    ({ connectionId }) => connections.find((one) => one.connectionId === connectionId)?.name ?? numbersCarrier,
  );
  const sorting = useSort({ by: "id", descending: false }, "agents");
  const [edited, setEdited] = useState<RcsAgent | "new" | null>(null);
  const remove = useDelete();
  const add = mayEdit ? (
    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => setEdited("new")}>
      Add agent
    </Button>
  ) : null;
  return (
    <section aria-labelledby="rcs-agents">
      <Group justify="space-between" mb={8} mt={16}>
        <Title order={2} id="rcs-agents">
          Agents
        </Title>
        {add}
      </Group>
      <Table
        name="RCS agents"
        columns={columns}
        rows={agents}
        rowId={(row) => row.agentId}
        rowName={(row) => row.agentId}
        maxHeight={320}
        {...sorting}
        errorTitle="Error loading RCS agents"
        rowActions={(row) => [
          { label: "Edit", icon: IconPencil, run: () => setEdited(row), disabled: mayEdit ? undefined : notAllowed },
          {
            label: "Delete",
            icon: IconTrash,
            run: () => void remove(row),
            destructive: true,
            disabled: mayEdit ? undefined : notAllowed,
          },
        ]}
        empty={
          <EmptyState icon={IconUserStar} title="No agents yet">
            An agent is the sender contacts see, with a name, a description and a logo.
          </EmptyState>
        }
      />
      {edited ? <EditAgent agent={edited === "new" ? null : edited} close={() => setEdited(null)} /> : null}
    </section>
  );
}

function EditAgent({ agent, close }: { agent: RcsAgent | null; close: () => void }) {
  const refresh = useRefresh();
  const connections = useRcsConnections();
  const form = useForm({
    initialValues: {
      agentId: agent?.agentId ?? "",
      name: agent?.name ?? "",
      description: agent?.description ?? "",
      logoUrl: agent?.logoUrl ?? "",
      connectionId: agent?.connectionId ?? "",
    },
    validate: schemaResolver(rcsAgentBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const [isSaving, setSaving] = useState(false);
  const submit = form.onSubmit(async (body) => {
    setSaving(true);
    try {
      if (agent) await callOne(rcsRoutes.updateAgent, { params: { agentId: agent.agentId }, body });
      else await callOne(rcsRoutes.createAgent, { body });
      toastSuccess("RCS agent saved", body.name);
      await refresh(rcsRoutes.agents.path);
      close();
    } catch (problem) {
      toastError("Error saving RCS agent", problem);
      setSaving(false);
    }
  });
  return (
    <Modal opened onClose={close} title={agent ? `Edit ${agent.agentId}` : "Add agent"}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Agent ID"
            required
            data-autofocus={agent ? undefined : true}
            disabled={agent !== null}
            description={
              agent
                ? "It can't be changed because nodes refer to it"
                : "Lowercase letters, digits, _ and -, such as the_shop_agent"
            }
            {...form.getInputProps("agentId")}
          />
          <TextInput label="Name" required description="Shown to contacts" {...form.getInputProps("name")} />
          <TextInput label="Description" {...form.getInputProps("description")} />
          <Stack gap={8}>
            <TextInput label="Logo URL" type="url" {...form.getInputProps("logoUrl")} />
            <UploadButton
              type="mms-image"
              label="Upload a logo"
              onDone={({ publicUrl }) => form.setFieldValue("logoUrl", publicUrl)}
            />
          </Stack>
          <Select
            label="Sends through"
            description="Add a Google RCS connection under Settings → Carriers to send real messages, or enter the RCS sender of a Twilio-compatible one there"
            allowDeselect={false}
            data={[
              { value: "", label: numbersCarrier },
              ...connections.map(({ connectionId, name }) => ({ value: connectionId, label: name })),
            ]}
            {...form.getInputProps("connectionId")}
          />
          <DialogActions close={close} isBusy={isSaving} />
        </Stack>
      </form>
    </Modal>
  );
}

function useDelete(): (agent: RcsAgent) => Promise<void> {
  const remove = useDeleteRcs("agent", rcsRoutes.agents.path, (agentId) =>
    call(rcsRoutes.removeAgent, { params: { agentId } }),
  );
  return ({ agentId, usedBy }) => remove(agentId, usedBy);
}
