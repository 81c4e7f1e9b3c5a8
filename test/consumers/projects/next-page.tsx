import { uploadPhoto } from "./actions";

export default function Page() {
  return (
    <form action={uploadPhoto}>
      <input name="id" />
      <input name="photo" type="file" />
    </form>
  );
}
