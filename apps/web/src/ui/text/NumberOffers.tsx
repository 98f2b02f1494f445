import { Button, Skeleton, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatPhone } from "./formatFigure.ts";
import classes from "./NumberOffers.module.css";

interface Offer {
  phone: string;
  /** Its place and what it can do. */
  words: string | null;
}

/**
 * Numbers that can be had, each with a button. `offers` is missing while they are loaded. `instead` is shown in their place,
 * such as an error. `pending` is the number whose button was pressed.
 */
export function NumberOffers({
  label,
  action,
  offers,
  instead,
  pending,
  onTake,
}: {
  label: string;
  action: string;
  offers: readonly Offer[] | undefined;
  instead?: ReactNode;
  pending: string | undefined;
  onTake: (phone: string) => void;
}) {
  return (
    <div className={classes["list"]} aria-busy={!instead && offers === undefined}>
      {instead ??
        (offers === undefined ? (
          Array.from({ length: 5 }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
            <Skeleton key={row} height={28} my={8} />
          ))
        ) : (
          <ul className={classes["numbers"]} aria-label={label}>
            {offers.map(({ phone, words }) => (
              <li key={phone} className={classes["item"]}>
                <span className="figures">{formatPhone(phone)}</span>
                <Text size="xs" c="dimmed" flex={1}>
                  {words}
                </Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${action} ${formatPhone(phone)}`}
                  loading={pending === phone}
                  disabled={pending !== undefined}
                  onClick={() => onTake(phone)}
                >
                  {action}
                </Button>
              </li>
            ))}
          </ul>
        ))}
    </div>
  );
}

/** Words in the place of the numbers. */
export const NoOffers = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" py={24} ta="center" role="status">
    {children}
  </Text>
);
