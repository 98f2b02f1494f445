import { Alert, List } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { isValidElement, type ReactNode } from "react";

/** Lists the errors of a form after a refused save. */
export function FormProblems({ problems }: { problems: readonly ReactNode[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />} title="This cannot be saved yet">
      <List size="sm" spacing={4}>
        {problems.map((problem) => (
          <List.Item key={isValidElement(problem) ? problem.key : String(problem)}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
