import { Words } from "@/app/_words/words";

/** The pages of people; one of them opens the dialog for acting as somebody, which has words of its own. */
export default function UsersLayout({ children }: LayoutProps<"/[tenant]/users">) {
  return <Words of={["users", "act-as"]}>{children}</Words>;
}
