import { Text, Timeline, Title } from "@mantine/core";
import { Time } from "../../ui/text/Time.tsx";

/** Registration events, latest first. */
export function RegistrationEvents({ events }: { events: readonly { at: string; words: string }[] }) {
  return (
    <section aria-label="History">
      <Title order={2} size="h4" mb={12}>
        History
      </Title>
      {events.length === 0 ? (
        <Text size="sm" c="dimmed">
          No events yet
        </Text>
      ) : (
        <Timeline active={events.length} bulletSize={12} lineWidth={2}>
          {events.map(({ at, words }) => (
            <Timeline.Item key={`${at} ${words}`}>
              <Text size="sm">{words}</Text>
              <Text size="xs" c="dimmed">
                <Time at={at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </section>
  );
}
