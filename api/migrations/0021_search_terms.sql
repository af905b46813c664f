-- By hand: the tokenizer of searches (decision 0087), for what any release writes. The words of a text, as before, and behind them the
-- terms of whatever is no plain English word: the replacements are TERM_RULES (shared/contracts/src/search/term-text.ts), and a test
-- compares the two. Each step runs only where the text needs it: most texts are ASCII, and `translate` is slow for many characters.
-- Spaces in a row are left, as no vector holds them. In PL/pgSQL, which plans it once per connection.
CREATE FUNCTION search_terms(words text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ DECLARE special text; is_ascii boolean; BEGIN
    SELECT string_agg(chunk, ' ' ORDER BY place) INTO special
      FROM string_to_table(translate(words, U&'\0009\000a\000d', '   '), ' ') WITH ORDINALITY AS chunks (chunk, place)
      WHERE chunk !~ '^["''([*_`]*(?![vV][0-9])[A-Za-z0-9'']*["''`,;:!?)\]*_.]*$';
    IF special IS NULL THEN RETURN to_tsvector('pg_catalog.english'::regconfig, words); END IF;
    is_ascii := octet_length(special) = length(special);
    IF NOT is_ascii THEN
      special := normalize(regexp_replace(normalize(special, NFKD), '[\u0300-\u036f]', '', 'g'), NFC);
      special := replace(replace(replace(replace(replace(translate(special
        , 'øØłŁđĐıς', 'oOlLdDiσ')
        , 'ß', 'ss') , 'æ', 'ae') , 'Æ', 'Ae') , 'œ', 'oe') , 'Œ', 'Oe');
      IF special ~ '[\u00d0-\u0587]' THEN
        special := translate(special, 'ÐÞĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'ðþħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
      END IF;
    END IF;
    IF strpos(special, '++') > 0 THEN special := regexp_replace(special, '([A-Za-z0-9])\+\+', '\1plusplus ', 'g'); END IF;
    IF strpos(special, '#') > 0 THEN special := regexp_replace(special, '(^|[^A-Za-z0-9])([A-Za-z])#', '\1\2sharp ', 'g'); END IF;
    special := regexp_replace(
    regexp_replace(
    regexp_replace(
    regexp_replace(
    regexp_replace(
    regexp_replace(special
    , '(^|[^A-Za-z0-9)\].])\.([A-Za-z])', '\1 dot\2', 'g')
    , '(^|[^A-Za-z0-9])[Vv]([0-9])', '\1\2', 'g')
    , '\.([^0-9]|$)', ' \1', 'g')
    , '(^|[^0-9])\.', '\1 ', 'g')
    , '([A-Za-z][0-9]+)\.', '\1 ', 'g')
    , '[\u0001-\u002d\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u2bff\u3000-\u3004\u3008-\u303f]+', ' ', 'g');
    IF NOT is_ascii AND special ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]' THEN
      special := regexp_replace(
      regexp_replace(
      regexp_replace(special
      , '([^ \u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', '\1 \2', 'g')
      , '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])([^ \u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', '\1 \2', 'g')
      , '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3])', '\1 \1', 'g');
    END IF;
    RETURN to_tsvector('pg_catalog.english'::regconfig, words) || to_tsvector('pg_catalog.english'::regconfig, special);
  END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_words(title text, tags text[], body text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN setweight(search_terms(title), 'A')
    || setweight(search_terms(array_to_string(tags, ' ')), 'B')
    || setweight(search_terms(body), 'C');

--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "search" SET DEFAULT '';--> statement-breakpoint
CREATE FUNCTION message_search_terms() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    NEW.search := search_terms(NEW.content);
    RETURN NEW;
  END $$;
--> statement-breakpoint
CREATE TRIGGER messages_search_terms BEFORE INSERT OR UPDATE OF content ON "messages" FOR EACH ROW EXECUTE FUNCTION message_search_terms();
--> statement-breakpoint
-- Rows written before are found by their plain words until the job has reached them (platform/db/index-terms.ts).
SELECT pgboss.create_queue('search-terms', '{"policy":"standard"}');
--> statement-breakpoint
INSERT INTO pgboss.job (name, data, retry_limit, retry_delay, retry_backoff)
  SELECT 'search-terms', '{"table":"problems"}'::jsonb, 20, 30, true WHERE EXISTS (SELECT FROM problems)
  UNION ALL SELECT 'search-terms', '{"table":"modules"}'::jsonb, 20, 30, true WHERE EXISTS (SELECT FROM modules)
  UNION ALL SELECT 'search-terms', '{"table":"messages"}'::jsonb, 20, 30, true WHERE EXISTS (SELECT FROM messages);
