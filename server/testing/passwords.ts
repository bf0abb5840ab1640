import { createPasswords, type PasswordCost } from "@/server/ports/passwords";

/** The least that argon2 accepts, nearly. server/ports/passwords.isolated.test.ts tests the cost of production. */
export const cheapCost: PasswordCost = { memoryCost: 1_024, timeCost: 1, parallelism: 1 };

export const cheapPasswords = () => createPasswords(cheapCost);
