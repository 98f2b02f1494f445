import {
  Alert,
  Button,
  Fieldset,
  Group,
  Modal,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import {
  type CarrierBody,
  type CarrierConnection,
  carrierBody,
  carrierPasswordMax,
  carrierRoutes,
  carrierSettings,
  concatenations,
  defaultAlphabets,
  receiptIdForms,
} from "@trunkline/contract/carriers/carrier.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { problemsByField } from "../../fields/problemsByField.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { bodyOf } from "./carrierBodyOf.ts";

/** The form of a connection. A number can be empty while it is typed. */
type Draft = { [Field in keyof Required<CarrierBody>]: Required<CarrierBody>[Field] | "" };

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

const empty = {
  name: "",
  host: "",
  port: 2775,
  tls: false,
  systemId: "",
  password: "",
  ...carrierSettings.parse({}),
} as Draft;

/** Creates, edits and tests a carrier connection. */
export function CarrierForm({ connection, close }: { connection: CarrierConnection | null; close: () => void }) {
  const refresh = useRefresh();
  const form = useForm<Draft>({
    initialValues: connection ? ({ ...bodyOf(connection), password: "" } as Draft) : empty,
    validate: (values) => problemsOf(values, connection === null),
    validateInputOnBlur: true,
  });
  const save = useMutation({
    mutationFn: () => {
      const { password, ...body } = sentOf(form.values);
      return connection === null
        ? callOne(carrierRoutes.create, { body: { ...body, password: password ?? "" } })
        : callOne(carrierRoutes.update, {
            params: { connectionId: connection.connectionId },
            body: password ? { ...body, password } : body,
          });
    },
    onSuccess: async ({ name }) => {
      await refresh("/v4/carrier/", "/v4/number/");
      toastSuccess("Carrier connection saved", name);
      close();
    },
    onError: (problem) => toastError("Error saving carrier connection", problem),
  });
  const test = useMutation({
    mutationFn: () =>
      callOne(carrierRoutes.test, {
        body: { ...sentOf(form.values), ...(connection && { connectionId: connection.connectionId }) },
      }),
  });
  // the form is longer than a small window
  const showFirst = (errors: object) => {
    const node = form.getInputNode(Object.keys(errors)[0] as keyof Draft);
    node?.focus();
    node?.scrollIntoView({ block: "center" });
  };
  const tryIt = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) showFirst(errors);
    else test.mutate();
  };
  const outcome = test.data ?? (test.isError ? { ok: false, words: messageOfFailure(test.error) } : null);
  return (
    <Modal
      opened
      onClose={close}
      title={connection ? `Edit "${connection.name}"` : "Add carrier connection"}
      size="lg"
      closeOnClickOutside={!form.isDirty()}
    >
      <form onSubmit={form.onSubmit(() => save.mutate(), showFirst)} noValidate>
        <Stack gap={16}>
          <Where form={form} isNew={connection === null} />
          <Sending form={form} />
          <Texts form={form} />
          <Addresses form={form} />
          {outcome ? (
            <Alert color={outcome.ok ? "green" : "red"} role="status">
              {outcome.words}
            </Alert>
          ) : null}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={tryIt} loading={test.isPending} mr="auto">
              Test
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Form = Pick<ReturnType<typeof useForm<Draft>>, "getInputProps" | "values">;

function Where({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Stack gap={12}>
      <TextInput label="Name" required data-autofocus maxLength={72} {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <TextInput
          label="Host"
          required
          placeholder="smpp.example.com"
          maxLength={253}
          {...form.getInputProps("host")}
        />
        <WholeNumberInput label="Port" required hideControls {...form.getInputProps("port")} />
        <TextInput label="System id" required autoComplete="off" maxLength={15} {...form.getInputProps("systemId")} />
        <PasswordInput
          label="Password"
          required={isNew}
          placeholder={isNew ? "" : "Leave empty to keep the saved password"}
          autoComplete="new-password"
          maxLength={carrierPasswordMax}
          {...form.getInputProps("password")}
        />
      </SimpleGrid>
      <Switch
        label="TLS"
        description="Encrypts the connection and verifies the host's certificate"
        {...form.getInputProps("tls", { type: "checkbox" })}
      />
    </Stack>
  );
}

function Sending({ form }: { form: Form }) {
  return (
    <Fieldset legend="Sending">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={12} verticalSpacing={12}>
        <WholeNumberInput
          label="Messages per second"
          description="Leave empty for no limit"
          hideControls
          {...form.getInputProps("perSecond")}
          value={form.values.perSecond ?? ""}
        />
        <WholeNumberInput
          label="Window size"
          description="Unacknowledged messages at a time"
          hideControls
          {...form.getInputProps("windowSize")}
        />
        <WholeNumberInput
          label="enquire_link"
          description="Idle seconds before a keep-alive"
          hideControls
          {...form.getInputProps("enquireSeconds")}
        />
      </SimpleGrid>
      <Switch
        mt={12}
        label="Registered numbers only"
        description="Blocks texts to the United States unless the number's 10DLC campaign is approved"
        {...form.getInputProps("demandsRegistration", { type: "checkbox" })}
      />
    </Fieldset>
  );
}

function Texts({ form }: { form: Form }) {
  return (
    <Fieldset legend="Texts and receipts">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <Select
          label="Default alphabet"
          description="What data_coding 0 means to this carrier"
          allowDeselect={false}
          data={optionsOf(defaultAlphabets)}
          {...form.getInputProps("defaultAlphabet")}
        />
        <Select
          label="Long texts"
          description="How the parts of a message are linked"
          allowDeselect={false}
          data={optionsOf(concatenations)}
          {...form.getInputProps("concatenation")}
        />
        <Select
          label="Message IDs in receipts"
          description="Compared with the ID in submit_sm_resp"
          allowDeselect={false}
          data={optionsOf(receiptIdForms)}
          {...form.getInputProps("receiptIds")}
        />
        <TextInput
          label="System type"
          description="Most carriers need none"
          maxLength={12}
          {...form.getInputProps("systemType")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

const addresses = [
  ["sourceTon", "Source TON"],
  ["sourceNpi", "Source NPI"],
  ["destinationTon", "Destination TON"],
  ["destinationNpi", "Destination NPI"],
] as const;

function Addresses({ form }: { form: Form }) {
  return (
    <Fieldset legend="Addresses">
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing={12} verticalSpacing={12}>
        {addresses.map(([name, label]) => (
          <WholeNumberInput key={name} label={label} hideControls {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

/** The request body of a draft. Null means no limit. */
const sentOf = (draft: Draft) =>
  ({ ...draft, perSecond: draft.perSecond === "" ? null : draft.perSecond }) as CarrierBody;

/** The contract's messages by field. */
function problemsOf(draft: Draft, isNew: boolean): Record<string, string> {
  const schema = isNew ? carrierRoutes.create.body : carrierBody;
  return problemsByField(schema?.safeParse(sentOf(draft)).error?.issues ?? []);
}
