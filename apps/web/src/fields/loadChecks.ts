/** Loads what checks texts with variables and JSON paths. Until then they count as right; the server checks them at each save. */
export async function loadChecks(): Promise<void> {
  await Promise.all([
    import("@trunkline/workflow/parts/text/text.ts"),
    import("@trunkline/workflow/jsonpath/queryJson.ts"),
  ]);
}
