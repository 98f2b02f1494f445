import { describe, expect, it } from "vitest";
import { activityOf, activityScope, askAbout, describeActivity, isDays } from "./activity.ts";

const nameOf = (id: string): string => `"${id}"`;

describe("activities of contacts (decision 0095)", () => {
  it.each([
    ["activity.texted", "IN_WORKFLOW", "Spring", 'Got a text in the workflow "Spring"'],
    ["activity.clicked", "DN_IN_WORKFLOW", "Spring", 'Did not click a link in the workflow "Spring"'],
    ["activity.replied", "IN_LAST_DAYS", "30", "Replied to a text in the last 30 days"],
    ["activity.optedOut", "DN_IN_LAST_DAYS", "1", "Did not opt out in the last day"],
    ["activity.emailed", "OF_TEMPLATE", "Order", 'Got an e-mail of the template "Order"'],
    ["activity.inWorkflow", "DN_IN_WORKFLOW", "Spring", 'Is not in the workflow "Spring"'],
    ["activity.finishedWorkflow", "IN_WORKFLOW", "Spring", 'Finished the workflow "Spring"'],
    ["activity.finishedWorkflow", "IN_LAST_DAYS", "3", undefined],
    ["activity.texted", "OF_TEMPLATE", "Order", undefined],
    ["city", "IN_LAST_DAYS", "1", undefined],
    ["activity.replied", "EQUALS", "1", undefined],
  ])("describes %s %s %s", (variable, operation, value, text) => {
    expect(describeActivity({ variable, operation, value }, nameOf)).toBe(text);
  });

  it("reads names and operations in the forms that the wire has", () => {
    expect(["activity.optedOut", " ACTIVITY.OPTEDOUT ", "activity.paid", "replied"].map(activityOf)).toEqual([
      "optedOut",
      "optedOut",
      undefined,
      undefined,
    ]);
    expect(activityScope("DN_IN_WORKFLOW")).toEqual({ scope: "workflow", negated: true });
    expect(activityScope("IN_LAST_DAYS", true)).toEqual({ scope: "days", negated: true });
    expect(activityScope("constructor")).toBeUndefined();
  });

  it("accepts whole days from 1 to 3650", () => {
    const values = ["1", " 30 ", "3650", "0", "-1", "1.5", "3651", "", "x"];
    expect(values.filter(isDays)).toEqual(["1", " 30 ", "3650"]);
  });

  it("gives a statement about another kind of variable an operation of that kind", () => {
    const city = { variable: "city", operation: "CONTAINS", value: "Miami" };
    const asked = askAbout(city, "activity.clicked");
    expect(asked).toEqual({ variable: "activity.clicked", operation: "IN_LAST_DAYS", value: "30" });
    expect(askAbout({ ...asked, value: "7" }, "activity.replied").value).toBe("7");
    expect(askAbout(asked, "activity.emailed")).toEqual({ ...asked, variable: "activity.emailed" });
    const workflow = { variable: "activity.inWorkflow", operation: "IN_WORKFLOW", value: "" };
    expect(askAbout(asked, "activity.inWorkflow")).toEqual(workflow);
    expect(askAbout(city, "activity.emailed").operation).toBe("OF_TEMPLATE");
    expect(askAbout(asked, "city")).toEqual({ variable: "city", operation: "EQUALS", value: "" });
    expect(askAbout(city, "state")).toEqual({ ...city, variable: "state" });
  });
});
