import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type Account, accountRoutes, accountSettings, linkDomain } from "@trunkline/contract/identity/account.ts";
import { linkPath, sampleCode } from "@trunkline/workflow/parts/text/links.ts";
import { callOne } from "../../api/call.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** The contract's message for an invalid value. */
const dayProblem = (value: unknown) =>
  accountSettings.shape.linkDays.safeParse(value === "" ? null : value).error?.issues[0]?.message ?? null;
const domainProblem = (value: string) =>
  value.trim() === "" ? null : (linkDomain.safeParse(value).error?.issues[0]?.message ?? null);

/** The domain and lifetime of short links. */
export function LinksPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const form = useForm<{ domain: string; linkDays: number | string }>({
    initialValues: { domain: account.linkDomain ?? "", linkDays: account.settings.linkDays },
    validate: { domain: domainProblem, linkDays: dayProblem },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const check = useMutation({
    mutationFn: (domain: string | null) => callOne(accountRoutes.linkDomain, { body: { domain } }),
    onError: (problem) => form.setFieldError("domain", problem.message),
  });
  const submit = form.onSubmit(async ({ domain, linkDays }) => {
    const wanted = domain.trim().toLowerCase() || null;
    if (wanted !== account.linkDomain)
      try {
        await check.mutateAsync(wanted);
      } catch {
        // errors are shown at the field
        return;
      }
    save({ settings: { linkDays: Number(linkDays) } }, { onSuccess: () => form.resetDirty() });
  });
  const example = `${account.linkBase}${linkPath}${sampleCode}`;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          Templates with “Shorten links” send links as{" "}
          <Text span ff="monospace" fz={12}>
            {example}
          </Text>{" "}
          <CopyButton value={account.linkBase} what="address of short links" />
        </Text>
        <TextInput
          label="Custom domain"
          description={`A host that points to ${new URL(account.linkBase).protocol === "https:" ? "this server over https" : "this server"}, such as go.example.com. Carriers filter public link shorteners. Leave empty to use the server's own address. The host is checked when you save.`}
          placeholder="go.example.com"
          maxLength={200}
          disabled={reason !== undefined}
          {...form.getInputProps("domain")}
        />
        <WholeNumberInput
          label="Days until a short link expires"
          description="Counted from the day of the text. Click counts are kept."
          min={1}
          max={365}
          disabled={reason !== undefined}
          {...form.getInputProps("linkDays")}
        />
        <FormActions saving={check.isPending || saving} reason={reason} />
      </Stack>
    </form>
  );
}
