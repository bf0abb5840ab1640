import { CodedError } from "../../kernel/texts/coded-error";

/** Refuses the answer of a provider. The text is for the record of the sign-in and is not shown to the person. */
export class OutsideRefusal extends CodedError {
  override readonly name = "OutsideRefusal";
}
