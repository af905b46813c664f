import { http } from '@solvent/http';
import { fileNameOf } from './file-name.ts';
import { saveFile } from './save-file.ts';

/** `GET /auth/export`, kept as a file. Called with the bearer token, which no link could carry. */
export async function downloadOwnData(): Promise<void> {
  const { data, headers } = await http.get<object>('/auth/export');
  const name = fileNameOf(headers['content-disposition'], 'solvent-data.json');
  saveFile(`${JSON.stringify(data, null, 2)}\n`, name, 'application/json');
}
