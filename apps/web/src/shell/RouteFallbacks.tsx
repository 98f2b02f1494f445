import { Button, Skeleton, Stack } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/page/EmptyState.tsx";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { Page } from "../ui/page/Page.tsx";
import { PathLink } from "../ui/page/PathLink.tsx";

/** The skeleton of a loading page. */
export function LoadingPage() {
  return (
    <Stack gap={12} p={32} aria-busy role="status" aria-label="Loading">
      <Skeleton height={20} width={200} />
      <Skeleton height={12} width={320} />
      <Skeleton height={240} mt={16} />
    </Stack>
  );
}

/** A page that failed to load or render. */
export function RouteProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState title="This page could not be opened" problem={error} retry={retry} />;
}

/** The page for unknown paths. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapQuestion}
        title="There is no such page"
        action={
          <Button component={PathLink} to={paths.home}>
            Go to Home
          </Button>
        }
      >
        Check the address for typos. The page may have been removed.
      </EmptyState>
    </Page>
  );
}
