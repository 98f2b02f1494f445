import { Text } from "@mantine/core";
import { renewBody } from "@trunkline/contract/identity/user.ts";
import { ShownOnce } from "../../ui/dialog/ShownOnce.tsx";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";

/** The one-time invitation link, shown when mail is not set up or failed with `problem`. */
export function InvitationLink({
  email,
  link,
  problem,
  close,
}: {
  email: string;
  link: string;
  problem: string | undefined;
  close: () => void;
}) {
  return (
    <ShownOnce label="Invitation link" value={link} close={close}>
      {problem === undefined ? null : (
        <Text size="sm" mb={8}>
          {`${problem}.`}
        </Text>
      )}
      <Text size="sm">{`Send this link to ${email}. It can be used once.`}</Text>
    </ShownOnce>
  );
}

/** The contract's message for an invalid number of days. */
export const daysProblem = (days: number | string): string | undefined =>
  renewBody.safeParse({ days: days === "" ? null : days }).error?.issues[0]?.message;

/** The lifetime of the link in days. */
export const LinkDays = ({
  value,
  onChange,
}: {
  value: number | string;
  onChange: (days: number | string) => void;
}) => (
  <WholeNumberInput
    label="Link expires after"
    description="The link works once."
    min={1}
    max={30}
    hideControls
    suffix={Number(value) === 1 ? " day" : " days"}
    value={value}
    error={daysProblem(value)}
    onChange={onChange}
  />
);
