import { Button, Divider, PasswordInput, Stack, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconDevices, IconLogout } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes, sessionRoutes } from "@trunkline/contract/auth.ts";
import { call, type Item } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { keepFocus } from "../../ui/keepFocus.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";

/** The own password, and where one is signed in. */
export function SignInPane() {
  return (
    <Stack gap={24} data-wide>
      <Password />
      <Divider />
      <Sessions />
    </Stack>
  );
}

function Password() {
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { current: "", next: "" },
    validate: schemaResolver(authRoutes.password.body!, { sync: true }),
    validateInputOnBlur: true,
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => call(authRoutes.password, { body }),
    onSuccess: async () => {
      form.reset();
      toastSuccess("Password changed", "Your other sessions have ended.");
      await refresh("/v4/session/");
    },
    onError: (problem) => toastError("Error changing password", problem),
  });
  const eye = { "aria-label": "Show password" };
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate(body))} noValidate style={{ maxWidth: 400 }}>
      <Stack gap={16}>
        <Title order={2}>Password</Title>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps("current")}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters. Your other sessions end."
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps("next")}
        />
        <div>
          <Button type="submit" onMouseDown={keepFocus} loading={save.isPending}>
            Change password
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type Row = Item<typeof sessionRoutes.list>;
const columns: Column<Row>[] = [
  {
    id: "agent",
    header: "Browser",
    cell: (row) => <span title={row.agent ?? ""}>{browserOf(row.agent)}</span>,
    value: (row) => row.agent,
    width: 200,
    always: true,
  },
  { id: "address", header: "Address", cell: (row) => row.address ?? "---", value: (row) => row.address, width: 140 },
  {
    id: "seen",
    header: "Last seen (UTC)",
    cell: (row) => <Time at={row.seen} />,
    value: (row) => row.seen,
    width: 170,
  },
  {
    id: "created",
    header: "Signed in (UTC)",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
    hidden: true,
  },
  {
    id: "expires",
    header: "Ends (UTC)",
    cell: (row) => <Time at={row.expires} />,
    value: (row) => row.expires,
    width: 170,
  },
  {
    id: "current",
    header: "State",
    cell: (row) =>
      row.current ? <StatusBadge tone="going">This one</StatusBadge> : <StatusBadge tone="done">Signed in</StatusBadge>,
    value: (row) => (row.current ? "This one" : "Signed in"),
    width: 120,
  },
];

function browserOf(agent: string | null): string {
  if (!agent) return "---";
  const name = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(agent)?.[1];
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(agent)?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera" };
  return [name ? (names[name] ?? name) : agent.slice(0, 40), system?.replace("Mac OS X", "macOS")]
    .filter(Boolean)
    .join(" on ");
}

function Sessions() {
  const refresh = useRefresh();
  const sessions = useQuery(listOf(sessionRoutes.list));
  const sorting = useSort({ by: "seen", descending: true });
  const end = async ({ sessionId, agent }: Row) => {
    try {
      await call(sessionRoutes.end, { params: { sessionId } });
      toastSuccess("Session ended", browserOf(agent));
    } catch (problem) {
      toastError("Error ending session", problem);
    }
    await refresh("/v4/session/");
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Sessions</Title>
      <Table
        name="Sessions"
        columns={columns}
        rows={sessions}
        rowId={(row) => row.sessionId}
        rowName={(row) => `session of ${browserOf(row.agent)}`}
        {...sorting}
        exportable={false}
        errorTitle="Error loading sessions"
        rowActions={(row) => [
          {
            label: "End",
            icon: IconLogout,
            destructive: true,
            run: () => void end(row),
            disabled: row.current ? "Sign out to end this one." : undefined,
          },
        ]}
        empty={
          <EmptyState icon={IconDevices} title="No sessions">
            Where you sign in is listed here.
          </EmptyState>
        }
      />
    </Stack>
  );
}
