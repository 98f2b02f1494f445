import { Alert, Loader, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type TenDlcDetails, tenDlcRoutes } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useMe } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import classes from "./TenDlc.module.css";

const settleMs = 500;
const fieldLabels: Record<string, string> = {
  description: "Description",
  messageFlow: "Opt-in Process",
  helpMessage: "Help Message",
  privacyPolicyLink: "Privacy Policy",
  termsAndConditionsLink: "Terms and Conditions",
  embeddedLink: "Embedded Link",
  embeddedPhone: "Embedded Phone",
  templates: "Templates",
};
const labelOfField = (field: string): string =>
  ownValue(fieldLabels, field) ?? field.replace("sample", "Message Sample ");

/** Checks a campaign for common reasons to decline it, before the user pays for a review. */
export function FilingCheck({ values }: { values: TenDlcDetails }) {
  const { account } = useMe();
  const [settled] = useDebouncedValue(JSON.stringify(values), settleMs);
  const isEmpty = values.messageFlow === "" && values.sample1 === "";
  const check = useQuery({
    ...listOf(tenDlcRoutes.check, { params: { acct: account.accountSid }, body: JSON.parse(settled) }),
    enabled: !isEmpty,
    placeholderData: (before) => before,
    retry: false,
  });
  const problems = check.data?.filter(({ level }) => level === "problem") ?? [];
  const hints = check.data?.filter(({ level }) => level === "hint") ?? [];
  const list = (found: typeof problems) => (
    <ul className={classes["findings"]}>
      {found.map(({ field, words }) => (
        <li key={`${field} ${words}`}>
          <strong>{labelOfField(field)}</strong>: {words}
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-label="Pre-check">
      <Title order={2} size="h4" mb={8}>
        Pre-check
      </Title>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          Fill in the opt-in process and message samples to check for common reasons that reviewers decline a campaign.
        </Text>
      ) : check.isError ? (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} title="Could not check the campaign">
          {messageOfFailure(check.error)}
        </Alert>
      ) : check.data === undefined ? (
        <Loader size="sm" aria-label="Checking" />
      ) : problems.length + hints.length === 0 ? (
        <Alert color="green" icon={<IconCircleCheck size={16} />}>
          No common problems found.
        </Alert>
      ) : (
        <>
          {problems.length > 0 ? (
            <Alert
              color="red"
              icon={<IconAlertTriangle size={16} />}
              title={`${plural(problems.length, "problem")} that can get this campaign declined`}
            >
              {list(problems)}
            </Alert>
          ) : null}
          {hints.length > 0 ? (
            <Alert
              color="yellow"
              mt={problems.length > 0 ? 8 : 0}
              icon={<IconInfoCircle size={16} />}
              title={plural(hints.length, "hint")}
            >
              {list(hints)}
            </Alert>
          ) : null}
        </>
      )}
    </section>
  );
}
