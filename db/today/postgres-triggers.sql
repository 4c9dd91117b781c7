-- Made by `npm run schema` from db/migrations, to be read.
-- Those of consent write withheld_pictures, blobs.withheld and blobs.only_for: one of three ways in
-- which "who sees a photo" is written (docs/domain.md). They follow what
-- src/domains/people/consent-records/record-consent.ts changes.

CREATE OR REPLACE FUNCTION body_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET content_version = content_version + counted.changes
    FROM (
      SELECT host_id, count(*) AS changes
      FROM (
        SELECT changed.host_id
        FROM changed
        JOIN before
        USING (host_id, resident_id, year_month)
        WHERE before.body <> changed.body) AS seen
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION change_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET content_version = content_version + counted.changes
    FROM (
      SELECT host_id, count(*) AS changes
      FROM (
        SELECT changed.host_id
        FROM changed
        JOIN before
        USING (host_id, resident_id, year_month)
        WHERE before.held_back IS DISTINCT FROM changed.held_back) AS seen
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION counts_less_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET stored_bytes = stored_bytes - counted.bytes
    FROM (
      SELECT host_id, sum(byte_size) AS bytes
      FROM changed
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION counts_more_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET stored_bytes = stored_bytes + counted.bytes
    FROM (
      SELECT host_id, sum(byte_size) AS bytes
      FROM changed
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION counts_other_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET stored_bytes = stored_bytes - counted.bytes
    FROM (
      SELECT host_id, sum(byte_size) AS bytes
      FROM before
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  UPDATE hosts
    SET stored_bytes = stored_bytes + counted.bytes
    FROM (
      SELECT host_id, sum(byte_size) AS bytes
      FROM changed
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION forgets_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM withheld_pictures AS waiting
    USING (
      SELECT *
      FROM changed) AS gone
    WHERE waiting.host_id = gone.host_id
      AND waiting.picture = gone.picture
      AND waiting.resident_id = gone.resident_id
      AND waiting.asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = gone.host_id
          AND own.picture = gone.picture
          AND own.resident_id = gone.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = gone.host_id
          AND named.picture = gone.picture
          AND named.resident_id = gone.resident_id));
  DELETE FROM picture_people AS named
    USING changed
    WHERE named.host_id = changed.host_id AND named.picture = changed.picture AND NOT EXISTS (
      SELECT 1
      FROM items
      WHERE items.host_id = named.host_id AND items.picture = named.picture);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION hiding_withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM withheld_pictures AS hiding
    USING changed
    JOIN before
    USING (id)
    WHERE hiding.host_id = changed.host_id
      AND hiding.resident_id = changed.id
      AND hiding.waits = 0
      AND CASE
      WHEN changed.photos_hidden = 1 THEN 'everybody'
      WHEN (changed.photos_hidden = 0
        AND changed.photo_consent = 1
        AND changed.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END <> CASE
      WHEN before.photos_hidden = 1 THEN 'everybody'
      WHEN (before.photos_hidden = 0
        AND before.photo_consent = 1
        AND before.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END
      AND hiding.reach <> CASE
      WHEN changed.photos_hidden = 1 THEN 'everybody'
      WHEN (changed.photos_hidden = 0
        AND changed.photo_consent = 1
        AND changed.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT changed.host_id, changed.id, named.picture, CASE
      WHEN changed.photos_hidden = 1 THEN 'everybody'
      WHEN (changed.photos_hidden = 0
        AND changed.photo_consent = 1
        AND changed.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END, (changed.photos_hidden = 1
        OR EXISTS (
        SELECT 1
        FROM items AS other
        WHERE other.host_id = changed.host_id
          AND other.picture = named.picture
          AND other.deleted_at IS NULL
          AND coalesce(other.resident_id, '') <> changed.id))::integer
    FROM changed
    JOIN before
    USING (id)
    JOIN (
      SELECT changed.host_id, changed.id, items.picture
      FROM changed
      JOIN items ON items.host_id = changed.host_id
        AND items.resident_id = changed.id
        AND items.deleted_at IS NULL
      UNION
      SELECT changed.host_id, changed.id, named.picture
      FROM changed
      JOIN picture_people AS named ON named.host_id = changed.host_id
        AND named.resident_id = changed.id) AS named ON named.host_id = changed.host_id
      AND named.id = changed.id
    WHERE CASE
      WHEN changed.photos_hidden = 1 THEN 'everybody'
      WHEN (changed.photos_hidden = 0
        AND changed.photo_consent = 1
        AND changed.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END <> CASE
      WHEN before.photos_hidden = 1 THEN 'everybody'
      WHEN (before.photos_hidden = 0
        AND before.photo_consent = 1
        AND before.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END
      AND CASE
      WHEN changed.photos_hidden = 1 THEN 'everybody'
      WHEN (changed.photos_hidden = 0
        AND changed.photo_consent = 1
        AND changed.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END <> ''
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT changed.host_id, changed.id, named.picture, CASE changed.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, (changed.waiting_consent = 'none'
        OR EXISTS (
        SELECT 1
        FROM items AS other
        WHERE other.host_id = changed.host_id
          AND other.picture = named.picture
          AND other.deleted_at IS NULL
          AND coalesce(other.resident_id, '') <> changed.id))::integer, 1
    FROM changed
    JOIN before
    USING (id)
    JOIN (
      SELECT changed.host_id, changed.id, items.picture
      FROM changed
      JOIN items ON items.host_id = changed.host_id
        AND items.resident_id = changed.id
        AND items.deleted_at IS NULL
      UNION
      SELECT changed.host_id, changed.id, named.picture
      FROM changed
      JOIN picture_people AS named ON named.host_id = changed.host_id
        AND named.resident_id = changed.id) AS named ON named.host_id = changed.host_id
      AND named.id = changed.id
    WHERE changed.waiting_consent IS DISTINCT FROM before.waiting_consent
      AND changed.waiting_consent IS NOT NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT was.host_id, was.resident_id, was.picture, coming.reach, 1, coming.waits
    FROM changed
    JOIN before
    USING (id) CROSS
    JOIN withheld_pictures AS was CROSS
    JOIN LATERAL (
      SELECT CASE changed.waiting_consent
        WHEN 'none' THEN 'everybody'
        WHEN 'own' THEN 'others'
        ELSE '' END AS reach, 1 AS waits
      UNION ALL
      SELECT CASE
        WHEN changed.photos_hidden = 1 THEN 'everybody'
        WHEN (changed.photos_hidden = 0
          AND changed.photo_consent = 1
          AND changed.photo_consent_extent = 'own') THEN 'others'
        ELSE '' END, 0) AS coming
    WHERE was.host_id = changed.host_id
      AND was.resident_id = changed.id
      AND coming.reach <> ''
      AND was.waits = 1
      AND was.asks = 1
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = was.host_id
          AND own.picture = was.picture
          AND own.resident_id = was.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = was.host_id
          AND named.picture = was.picture
          AND named.resident_id = was.resident_id))
        AND changed.waiting_consent IS DISTINCT FROM before.waiting_consent
    ON CONFLICT DO NOTHING;
  DELETE FROM withheld_pictures AS hiding
    USING changed
    JOIN before
    USING (id)
    WHERE hiding.host_id = changed.host_id
      AND hiding.resident_id = changed.id
      AND hiding.waits = 1
      AND changed.waiting_consent IS DISTINCT FROM before.waiting_consent
      AND hiding.reach <> CASE changed.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION holding_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET content_version = content_version + counted.changes
    FROM (
      SELECT host_id, count(*) AS changes
      FROM (
        SELECT host_id
        FROM changed
        WHERE held_back IS NOT NULL) AS seen
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION host_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content_version := NEW.content_version + 1;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION instr(whole text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT strpos(whole, part)
$$;

CREATE OR REPLACE FUNCTION leaves_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE answers
    SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
    WHERE host_id = OLD.host_id AND family_id = OLD.id;
  RETURN OLD;
END
$$;

CREATE OR REPLACE FUNCTION naming_withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT seen.host_id, seen.resident_id, seen.picture, 'everybody', 1
    FROM (
      SELECT *
      FROM changed) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.photos_hidden = 1
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, 'others', 0
    FROM (
      SELECT *
      FROM changed) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, (residents.waiting_consent = 'none')::integer, 1
    FROM (
      SELECT *
      FROM changed) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.waiting_consent IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET content_version = content_version + counted.changes
    FROM (
      SELECT host_id, count(*) AS changes
      FROM (
        SELECT host_id
        FROM changed) AS seen
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION state_raises_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE hosts
    SET content_version = content_version + counted.changes
    FROM (
      SELECT host_id, count(*) AS changes
      FROM (
        SELECT changed.host_id
        FROM changed
        JOIN before
        USING (id)
        WHERE before.state <> changed.state) AS seen
      GROUP BY host_id) AS counted
    WHERE hosts.id = counted.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION tells_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE deliveries
    SET state = mail.state, sent_at = coalesce(mail.sent_at, deliveries.sent_at), last_error = mail.last_error
    FROM (
      SELECT changed.*
      FROM changed
      JOIN before
      USING (id)
      WHERE changed.kind = 'delivery'
        AND (changed.state, changed.sent_at, changed.last_error) IS DISTINCT FROM (before.state, before.sent_at, before.last_error)) AS mail
    WHERE deliveries.outbox_id = mail.id AND deliveries.host_id = mail.host_id;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION unlikely(condition boolean) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT condition
$$;

CREATE OR REPLACE FUNCTION unnaming_withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM withheld_pictures AS waiting
    USING (
      SELECT *
      FROM changed) AS gone
    WHERE waiting.host_id = gone.host_id
      AND waiting.picture = gone.picture
      AND waiting.resident_id = gone.resident_id
      AND waiting.asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = gone.host_id
          AND own.picture = gone.picture
          AND own.resident_id = gone.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = gone.host_id
          AND named.picture = gone.picture
          AND named.resident_id = gone.resident_id));
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION update_withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT seen.host_id, seen.resident_id, seen.picture, 'everybody', 1
    FROM (
      SELECT changed.*
      FROM changed
      JOIN before
      USING (id)
      WHERE changed.deleted_at IS NULL
        AND (changed.blob_id, changed.resident_id, changed.deleted_at) IS DISTINCT FROM (before.blob_id, before.resident_id, before.deleted_at)) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.photos_hidden = 1
    ON CONFLICT DO NOTHING;
  UPDATE blobs
    SET withheld = shown.withheld, only_for = shown.only_for
    FROM (
      SELECT DISTINCT items.blob_id, EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'everybody')::integer AS withheld, (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'others') AS only_for
      FROM items
      JOIN (
        SELECT DISTINCT host_id, picture
        FROM (
          SELECT host_id, picture
          FROM (
            SELECT changed.*
            FROM changed
            JOIN before
            USING (id)
            WHERE changed.deleted_at IS NULL
              AND (changed.blob_id, changed.resident_id, changed.deleted_at) IS DISTINCT FROM (before.blob_id, before.resident_id, before.deleted_at)) AS moved) AS seen) AS pictures
      USING (host_id, picture)
      WHERE items.deleted_at IS NULL) AS shown
    WHERE blobs.id = shown.blob_id
      AND (blobs.withheld, blobs.only_for) IS DISTINCT FROM (shown.withheld, shown.only_for);
  DELETE FROM withheld_pictures AS hiding
    USING (
      SELECT before.host_id, before.picture, before.resident_id
      FROM changed
      JOIN before
      USING (id)
      WHERE (changed.resident_id, changed.deleted_at) IS DISTINCT FROM (before.resident_id, before.deleted_at)) AS gone
    WHERE hiding.host_id = gone.host_id
      AND hiding.picture = gone.picture
      AND hiding.resident_id = gone.resident_id
      AND hiding.asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = gone.host_id
          AND own.picture = gone.picture
          AND own.resident_id = gone.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = gone.host_id
          AND named.picture = gone.picture
          AND named.resident_id = gone.resident_id));
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, 'others', 0
    FROM (
      SELECT changed.*
      FROM changed
      JOIN before
      USING (id)
      WHERE (changed.resident_id, changed.deleted_at) IS DISTINCT FROM (before.resident_id, before.deleted_at)
        AND changed.deleted_at IS NULL) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, (residents.waiting_consent = 'none')::integer, 1
    FROM (
      SELECT changed.*
      FROM changed
      JOIN before
      USING (id)
      WHERE (changed.resident_id, changed.deleted_at) IS DISTINCT FROM (before.resident_id, before.deleted_at)
        AND changed.deleted_at IS NULL) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.waiting_consent IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION waiting_withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blobs
    SET withheld = shown.withheld, only_for = shown.only_for
    FROM (
      SELECT DISTINCT items.blob_id, EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'everybody')::integer AS withheld, (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'others') AS only_for
      FROM items
      JOIN (
        SELECT DISTINCT host_id, picture
        FROM (
          SELECT host_id, picture
          FROM changed) AS seen) AS pictures
      USING (host_id, picture)
      WHERE items.deleted_at IS NULL) AS shown
    WHERE blobs.id = shown.blob_id
      AND (blobs.withheld, blobs.only_for) IS DISTINCT FROM (shown.withheld, shown.only_for);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION withholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT seen.host_id, seen.resident_id, seen.picture, 'everybody', 1
    FROM (
      SELECT *
      FROM changed
      WHERE deleted_at IS NULL) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.photos_hidden = 1
    ON CONFLICT DO NOTHING;
  UPDATE blobs
    SET withheld = shown.withheld, only_for = shown.only_for
    FROM (
      SELECT DISTINCT items.blob_id, EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'everybody')::integer AS withheld, (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = items.host_id
          AND hiding.picture = items.picture
          AND hiding.reach = 'others') AS only_for
      FROM items
      JOIN (
        SELECT DISTINCT host_id, picture
        FROM (
          SELECT host_id, picture
          FROM (
            SELECT *
            FROM changed
            WHERE deleted_at IS NULL) AS moved) AS seen) AS pictures
      USING (host_id, picture)
      WHERE items.deleted_at IS NULL) AS shown
    WHERE blobs.id = shown.blob_id
      AND (blobs.withheld, blobs.only_for) IS DISTINCT FROM (shown.withheld, shown.only_for);
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, 'others', 0
    FROM (
      SELECT *
      FROM changed
      WHERE deleted_at IS NULL) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT DISTINCT seen.host_id, seen.resident_id, seen.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, (residents.waiting_consent = 'none')::integer, 1
    FROM (
      SELECT *
      FROM changed
      WHERE deleted_at IS NULL) AS seen
    JOIN residents ON residents.host_id = seen.host_id AND residents.id = seen.resident_id
    WHERE residents.waiting_consent IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER blob_files_delete_counts_less_bytes AFTER DELETE ON blob_files
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION counts_less_bytes();

CREATE TRIGGER blob_files_insert_counts_more_bytes AFTER INSERT ON blob_files
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION counts_more_bytes();

CREATE TRIGGER blob_files_update_counts_other_bytes AFTER UPDATE ON blob_files
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION counts_other_bytes();

CREATE TRIGGER blobs_update_state_raises_version AFTER UPDATE ON blobs
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION state_raises_version();

CREATE TRIGGER delivery_settings_delete_raises_version AFTER DELETE ON delivery_settings
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER delivery_settings_insert_raises_version AFTER INSERT ON delivery_settings
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER delivery_settings_update_raises_version AFTER UPDATE ON delivery_settings
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families
  FOR EACH ROW EXECUTE FUNCTION leaves_answers();

CREATE TRIGGER families_delete_raises_version AFTER DELETE ON families
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER families_insert_raises_version AFTER INSERT ON families
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER families_update_raises_version AFTER UPDATE ON families
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER hosts_update_raises_version BEFORE UPDATE OF name, phone, pref, city, town, street ON hosts
  FOR EACH ROW EXECUTE FUNCTION host_raises_version();

CREATE TRIGGER items_delete_forgets_people AFTER DELETE ON items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION forgets_people();

CREATE TRIGGER items_delete_raises_version AFTER DELETE ON items
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER items_insert_raises_version AFTER INSERT ON items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER items_insert_withholds AFTER INSERT ON items
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION withholds();

CREATE TRIGGER items_update_raises_version AFTER UPDATE ON items
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER items_update_update_withholds AFTER UPDATE ON items
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION update_withholds();

CREATE TRIGGER letter_checks_delete_holding_raises_version AFTER DELETE ON letter_checks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION holding_raises_version();

CREATE TRIGGER letter_checks_insert_holding_raises_version AFTER INSERT ON letter_checks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION holding_raises_version();

CREATE TRIGGER letter_checks_update_change_raises_version AFTER UPDATE ON letter_checks
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION change_raises_version();

CREATE TRIGGER letter_notes_delete_raises_version AFTER DELETE ON letter_notes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER letter_notes_insert_raises_version AFTER INSERT ON letter_notes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER letter_notes_update_body_raises_version AFTER UPDATE ON letter_notes
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION body_raises_version();

CREATE TRIGGER letters_delete_raises_version AFTER DELETE ON letters
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER letters_insert_raises_version AFTER INSERT ON letters
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER letters_update_raises_version AFTER UPDATE ON letters
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER outbox_update_tells_delivery AFTER UPDATE ON outbox
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tells_delivery();

CREATE TRIGGER picture_people_delete_raises_version AFTER DELETE ON picture_people
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER picture_people_delete_unnaming_withholds AFTER DELETE ON picture_people
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION unnaming_withholds();

CREATE TRIGGER picture_people_insert_naming_withholds AFTER INSERT ON picture_people
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION naming_withholds();

CREATE TRIGGER picture_people_insert_raises_version AFTER INSERT ON picture_people
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER residents_delete_raises_version AFTER DELETE ON residents
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER residents_insert_raises_version AFTER INSERT ON residents
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER residents_update_hiding_withholds AFTER UPDATE ON residents
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION hiding_withholds();

CREATE TRIGGER residents_update_raises_version AFTER UPDATE ON residents
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION raises_version();

CREATE TRIGGER withheld_pictures_delete_waiting_withholds AFTER DELETE ON withheld_pictures
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waiting_withholds();

CREATE TRIGGER withheld_pictures_insert_waiting_withholds AFTER INSERT ON withheld_pictures
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION waiting_withholds();
