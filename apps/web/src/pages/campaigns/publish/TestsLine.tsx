import { Alert, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { messageOfFailure } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import type { PublishParts, TestsVerdict } from "./publishParts.ts";

/** Failed tests that are listed. The tester lists all. */
const most = 5;

/** Plays the tests of the workflow on the drawing and says what they found. */
export function TestsLine({ of, playTests }: Pick<PublishParts, "of" | "playTests">) {
  const { data, error } = useQuery({
    queryKey: ["tests before publishing", ...of.key],
    queryFn: playTests,
    // the next time the drawing is another one
    gcTime: 0,
    retry: false,
  });
  if (error !== null)
    return (
      <Alert color="orange" variant="light" title="The tests could not be run">
        {messageOfFailure(error)}
      </Alert>
    );
  if (data === undefined || data.failed.length === 0)
    return (
      <Text size="sm" role="status">
        {data === undefined ? "The tests are running…" : describeGreen(data.count)}
      </Text>
    );
  return <Failing verdict={data} />;
}

const describeGreen = (count: number): string =>
  count === 0 ? "This workflow has no tests." : count === 1 ? "Its test passes." : `All ${count} tests pass.`;

function Failing({ verdict: { count, failed, mustPass } }: { verdict: TestsVerdict }) {
  const shown = failed.slice(0, most);
  return (
    <Alert
      color={mustPass ? "red" : "orange"}
      variant="light"
      title={`${failed.length} of ${plural(count, "test")} ${failed.length === 1 ? "fails" : "fail"}`}
    >
      <List size="sm">
        {shown.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
      <Text size="sm" mt={8}>
        {failed.length > most && `${failed.length - most} more are listed under Try it. `}
        {mustPass
          ? "The workflow is not saved until they pass. Fix it, or accept the new results under Try it."
          : "They do not stop you from publishing."}
      </Text>
    </Alert>
  );
}
