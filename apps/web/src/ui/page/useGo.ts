import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

/** Goes to a path of paths.ts. */
export function useGo(): (path: string, search?: Readonly<Record<string, string>>) => void {
  const navigate = useNavigate();
  return useCallback((path, search) => void navigate({ to: path, search: search ?? {} }), [navigate]);
}
