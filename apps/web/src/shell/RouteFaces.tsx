import { Button, Skeleton, Stack } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PathLink } from "../ui/PathLink.tsx";

/** While a page is being loaded: its shape. */
export function LoadingPage() {
  return (
    <Stack gap={12} p={32} aria-busy role="status" aria-label="Loading">
      <Skeleton height={20} width={200} />
      <Skeleton height={12} width={320} />
      <Skeleton height={240} mt={16} />
    </Stack>
  );
}

/** A page that could not be drawn or loaded. */
export function RouteProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState title="This page could not be opened" problem={error} retry={retry} />;
}

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <EmptyState
      icon={IconMapQuestion}
      title="There is no such page"
      action={
        <Button component={PathLink} to={paths.campaigns}>
          Go to Workflows
        </Button>
      }
    >
      The address may be mistyped, or what it led to is gone.
    </EmptyState>
  );
}
