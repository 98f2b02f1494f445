import { Alert, Button, Group, Modal, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import {
  type CarrierBody,
  type CarrierConnection,
  carrierBody,
  carrierRoutes,
  newCarrierBody,
} from "@trunkline/contract/carriers/carrier.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { problemsByField } from "../../../fields/problemsByField.ts";
import { keepFocus } from "../../../ui/page/keepFocus.ts";
import { messageOfFailure, toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import classes from "./CarrierForm.module.css";
import { bodyOf } from "./carrierBodyOf.ts";
import type { CarrierDraft } from "./carrierDraft.ts";
import { kindOf, kindOptions } from "./carrierKinds.tsx";

const newDraft = (kind: string, name = ""): CarrierDraft =>
  ({ name, password: "", ...kindOf(kind).defaults }) as CarrierDraft;

/** Creates, edits and tests a carrier connection. */
export function CarrierForm({ connection, close }: { connection: CarrierConnection | null; close: () => void }) {
  const refresh = useRefresh();
  const form = useForm<CarrierDraft>({
    initialValues: connection ? ({ ...bodyOf(connection), password: "" } as CarrierDraft) : newDraft("smpp"),
    validate: (values) => problemsOf(values, connection === null),
    validateInputOnBlur: true,
  });
  const save = useMutation({
    mutationFn: () => {
      const { password, ...body } = sentOf(form.values);
      return connection === null
        ? callOne(carrierRoutes.create, {
            body: { ...body, password: password ?? "" } as CarrierBody & { password: string },
          })
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
    const node = form.getInputNode(Object.keys(errors)[0] ?? "");
    node?.focus();
    node?.scrollIntoView({ block: "center" });
  };
  const tryIt = () => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors) showFirst(errors);
    else test.mutate();
  };
  const change = (kind: string) => {
    form.setValues(newDraft(kind, form.values.name));
    form.clearErrors();
    test.reset();
  };
  const { Fields } = kindOf(form.values.kind);
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
          <SimpleGrid cols={{ base: 1, xs: connection === null ? 2 : 1 }} spacing={12} verticalSpacing={12}>
            {connection === null ? (
              <Select
                label="Type"
                allowDeselect={false}
                data={kindOptions}
                value={form.values.kind}
                onChange={(kind) => kind && change(kind)}
              />
            ) : null}
            <TextInput label="Name" required data-autofocus maxLength={72} {...form.getInputProps("name")} />
          </SimpleGrid>
          <Fields form={form} isNew={connection === null} />
          <Stack gap={12} className={classes["actions"]}>
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
        </Stack>
      </form>
    </Modal>
  );
}

/** The request body of a draft: the fields of its kind alone. A number that is empty means no limit. */
function sentOf(draft: CarrierDraft): CarrierBody {
  const names = ["name", "password", ...Object.keys(kindOf(draft.kind).defaults)];
  const body = Object.fromEntries(names.map((name) => [name, ownValue(draft, name)]));
  return { ...body, perSecond: draft["perSecond"] === "" ? null : draft["perSecond"] } as unknown as CarrierBody;
}

/** The contract's messages by field. */
function problemsOf(draft: CarrierDraft, isNew: boolean): Record<string, string> {
  const schema = isNew ? newCarrierBody : carrierBody;
  return problemsByField(schema.safeParse(sentOf(draft)).error?.issues ?? []);
}
