import { Command } from "commander";

/** `trunkline doctor` */
export const command = new Command("doctor").description("Check what the program needs.");
