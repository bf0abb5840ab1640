import { CodedError } from "../../kernel/texts/coded-error";

/** Error that refuses the answer of a provider. Its text is recorded with the sign-in and is not shown to the person. */
export class OutsideRefusal extends CodedError {
  override readonly name = "OutsideRefusal";
}
