import { expect, it } from "vitest";
import { handedOver } from "./handedOver.ts";

// Readings, Requests of our pages: invitations are a one-time link, shown once where no mail is set up.
it("shows the link only if the invitation was not mailed", () => {
  const email = "ann@example.com";
  const link = "https://trunkline.example/invitation/x";
  const problem = "The invitation could not be mailed: the mail server did not respond in time";
  expect(handedOver({ email, invitationUrl: link })).toEqual({ link, problem: undefined });
  expect(handedOver({ email, invitationUrl: link, invitationMail: problem })).toEqual({ link, problem });
  expect(handedOver({ email, invitationMail: "Invitation sent to ann@example.com" })).toEqual({
    sent: "Invitation sent to ann@example.com",
  });
});
