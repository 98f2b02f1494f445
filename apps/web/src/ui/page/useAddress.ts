import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

export type Address = Readonly<Record<string, string | undefined>>;

/** Filters, sort and open panels of a page, saved in the URL. Empty values are removed. */
export function useAddress(): [Address, (change: Address) => void] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (values: Address) => {
      void navigate({
        to: ".",
        replace: true,
        search: (before: object) =>
          Object.fromEntries(
            Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined && value !== ""),
          ),
      });
    },
    [navigate],
  );
  return [address, change];
}
