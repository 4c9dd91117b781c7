-- Made by `npm run schema` from db/migrations, to be read.
-- Those of consent write withheld_pictures, blobs.withheld and blobs.only_for: one of three ways in
-- which "who sees a photo" is written (docs/domain.md). They follow what
-- src/domains/people/consent-records/record-consent.ts changes.

CREATE TRIGGER blob_files_delete_counts_bytes AFTER DELETE ON blob_files
BEGIN
  UPDATE hosts SET stored_bytes = stored_bytes - OLD.byte_size WHERE id = OLD.host_id;
END;

CREATE TRIGGER blob_files_insert_counts_bytes AFTER INSERT ON blob_files
BEGIN
  UPDATE hosts SET stored_bytes = stored_bytes + NEW.byte_size WHERE id = NEW.host_id;
END;

CREATE TRIGGER blob_files_update_counts_bytes AFTER UPDATE ON blob_files
BEGIN
  UPDATE hosts SET stored_bytes = stored_bytes - OLD.byte_size WHERE id = OLD.host_id;
  UPDATE hosts SET stored_bytes = stored_bytes + NEW.byte_size WHERE id = NEW.host_id;
END;

CREATE TRIGGER blobs_state_raises_version AFTER UPDATE OF state ON blobs
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER delivery_settings_delete_raises_version AFTER DELETE ON delivery_settings
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER delivery_settings_insert_raises_version AFTER INSERT ON delivery_settings
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER delivery_settings_update_raises_version AFTER UPDATE ON delivery_settings
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER families_delete_leaves_answers BEFORE DELETE ON families
BEGIN
  UPDATE answers
    SET family_id = NULL, family_name = OLD.name, relationship = OLD.relationship
    WHERE host_id = OLD.host_id AND family_id = OLD.id;
END;

CREATE TRIGGER families_delete_raises_version AFTER DELETE ON families
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER families_insert_raises_version AFTER INSERT ON families
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER families_update_raises_version AFTER UPDATE ON families
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER hosts_update_raises_version AFTER UPDATE OF name, phone, pref, city, town, street ON hosts
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.id;
END;

CREATE TRIGGER items_delete_forgets AFTER DELETE ON items
BEGIN
  DELETE FROM withheld_pictures
    WHERE host_id = OLD.host_id
      AND picture = OLD.picture
      AND resident_id = OLD.resident_id
      AND asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = OLD.host_id
          AND own.picture = OLD.picture
          AND own.resident_id = OLD.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = OLD.host_id
          AND named.picture = OLD.picture
          AND named.resident_id = OLD.resident_id));
  DELETE FROM picture_people
    WHERE host_id = OLD.host_id AND picture = OLD.picture AND NOT EXISTS (
      SELECT 1
      FROM items
      WHERE host_id = OLD.host_id AND picture = OLD.picture);
END;

CREATE TRIGGER items_delete_raises_version AFTER DELETE ON items
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER items_insert_narrows AFTER INSERT ON items
  WHEN NEW.deleted_at IS NULL AND NEW.resident_id IS NOT NULL
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'others', 0
    FROM residents
    WHERE host_id = NEW.host_id
      AND id = NEW.resident_id
      AND (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
      AND 1 = 1
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT host_id, id, NEW.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, waiting_consent = 'none', 1
    FROM residents
    WHERE host_id = NEW.host_id AND id = NEW.resident_id AND waiting_consent IS NOT NULL AND 1 = 1
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER items_insert_raises_version AFTER INSERT ON items
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER items_insert_withholds AFTER INSERT ON items
  WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'everybody', 1
    FROM residents
    WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
    ON CONFLICT DO NOTHING;
  UPDATE blobs
    SET withheld = EXISTS (
      SELECT 1
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'everybody'), only_for = (
      SELECT CASE count(DISTINCT hiding.resident_id)
        WHEN 0 THEN NULL
        WHEN 1 THEN max(hiding.resident_id)
        ELSE '' END
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'others')
    WHERE id = NEW.blob_id AND (withheld <> EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'everybody')
        OR only_for IS NOT (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'others'));
END;

CREATE TRIGGER items_update_narrows AFTER UPDATE OF resident_id, deleted_at ON items
  WHEN NEW.resident_id IS NOT OLD.resident_id OR NEW.deleted_at IS NOT OLD.deleted_at
BEGIN
  DELETE FROM withheld_pictures
    WHERE host_id = OLD.host_id
      AND picture = OLD.picture
      AND resident_id = OLD.resident_id
      AND asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = OLD.host_id
          AND own.picture = OLD.picture
          AND own.resident_id = OLD.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = OLD.host_id
          AND named.picture = OLD.picture
          AND named.resident_id = OLD.resident_id));
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'others', 0
    FROM residents
    WHERE host_id = NEW.host_id
      AND id = NEW.resident_id
      AND (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
      AND NEW.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT host_id, id, NEW.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, waiting_consent = 'none', 1
    FROM residents
    WHERE host_id = NEW.host_id
      AND id = NEW.resident_id
      AND waiting_consent IS NOT NULL
      AND NEW.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER items_update_raises_version AFTER UPDATE ON items
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER items_update_withholds AFTER UPDATE OF blob_id, resident_id, deleted_at ON items
  WHEN NEW.deleted_at IS NULL
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'everybody', 1
    FROM residents
    WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
    ON CONFLICT DO NOTHING;
  UPDATE blobs
    SET withheld = EXISTS (
      SELECT 1
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'everybody'), only_for = (
      SELECT CASE count(DISTINCT hiding.resident_id)
        WHEN 0 THEN NULL
        WHEN 1 THEN max(hiding.resident_id)
        ELSE '' END
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'others')
    WHERE id = NEW.blob_id AND (withheld <> EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'everybody')
        OR only_for IS NOT (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'others'));
END;

CREATE TRIGGER letter_checks_delete_raises_version AFTER DELETE ON letter_checks
  WHEN OLD.held_back IS NOT NULL
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER letter_checks_insert_raises_version AFTER INSERT ON letter_checks
  WHEN NEW.held_back IS NOT NULL
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER letter_checks_update_raises_version AFTER UPDATE OF held_back ON letter_checks
  WHEN NEW.held_back IS NOT OLD.held_back
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER letter_notes_delete_raises_version AFTER DELETE ON letter_notes
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER letter_notes_insert_raises_version AFTER INSERT ON letter_notes
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER letter_notes_update_raises_version AFTER UPDATE OF body ON letter_notes
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER letters_delete_raises_version AFTER DELETE ON letters
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER letters_insert_raises_version AFTER INSERT ON letters
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER letters_update_raises_version AFTER UPDATE ON letters
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER outbox_update_tells_delivery AFTER UPDATE OF state, sent_at, last_error ON outbox
  WHEN NEW.kind = 'delivery'
BEGIN
  UPDATE deliveries
    SET state = NEW.state, sent_at = coalesce(NEW.sent_at, sent_at), last_error = NEW.last_error
    WHERE outbox_id = NEW.id AND host_id = NEW.host_id;
END;

CREATE TRIGGER picture_people_delete_withholds AFTER DELETE ON picture_people
BEGIN
  DELETE FROM withheld_pictures
    WHERE host_id = OLD.host_id
      AND picture = OLD.picture
      AND resident_id = OLD.resident_id
      AND asks = 0
      AND NOT (EXISTS (
        SELECT 1
        FROM items AS own
        WHERE own.host_id = OLD.host_id
          AND own.picture = OLD.picture
          AND own.resident_id = OLD.resident_id
          AND own.deleted_at IS NULL)
        OR EXISTS (
        SELECT 1
        FROM picture_people AS named
        WHERE named.host_id = OLD.host_id
          AND named.picture = OLD.picture
          AND named.resident_id = OLD.resident_id));
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER picture_people_insert_withholds AFTER INSERT ON picture_people
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'everybody', 1
    FROM residents
    WHERE host_id = NEW.host_id AND id = NEW.resident_id AND photos_hidden = 1
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT host_id, id, NEW.picture, 'others', 0
    FROM residents
    WHERE host_id = NEW.host_id
      AND id = NEW.resident_id
      AND (residents.photos_hidden = 0
        AND residents.photo_consent = 1
        AND residents.photo_consent_extent = 'own')
      AND 1 = 1
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT host_id, id, NEW.picture, CASE residents.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, waiting_consent = 'none', 1
    FROM residents
    WHERE host_id = NEW.host_id AND id = NEW.resident_id AND waiting_consent IS NOT NULL AND 1 = 1
    ON CONFLICT DO NOTHING;
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER residents_delete_raises_version AFTER DELETE ON residents
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = OLD.host_id;
END;

CREATE TRIGGER residents_insert_raises_version AFTER INSERT ON residents
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER residents_update_raises_version AFTER UPDATE ON residents
BEGIN
  UPDATE hosts SET content_version = content_version + 1 WHERE id = NEW.host_id;
END;

CREATE TRIGGER residents_update_waits AFTER UPDATE OF waiting_consent ON residents
  WHEN NEW.waiting_consent IS NOT OLD.waiting_consent
BEGIN
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT NEW.host_id, NEW.id, named.picture, CASE NEW.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END, NEW.waiting_consent = 'none'
      OR EXISTS (
      SELECT 1
      FROM items AS other
      WHERE other.host_id = NEW.host_id
        AND other.picture = named.picture
        AND other.deleted_at IS NULL
        AND coalesce(other.resident_id, '') <> NEW.id), 1
    FROM (
      SELECT picture
      FROM items
      WHERE host_id = NEW.host_id AND resident_id = NEW.id AND deleted_at IS NULL
      UNION
      SELECT named.picture
      FROM picture_people AS named
      WHERE named.host_id = NEW.host_id AND named.resident_id = NEW.id) AS named
    WHERE NEW.waiting_consent IS NOT NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks, waits)
    SELECT was.host_id, was.resident_id, was.picture, coming.reach, 1, coming.waits
    FROM withheld_pictures AS was, (
      SELECT CASE NEW.waiting_consent
        WHEN 'none' THEN 'everybody'
        WHEN 'own' THEN 'others'
        ELSE '' END AS reach, 1 AS waits
      UNION ALL
      SELECT CASE
        WHEN NEW.photos_hidden = 1 THEN 'everybody'
        WHEN (NEW.photos_hidden = 0
          AND NEW.photo_consent = 1
          AND NEW.photo_consent_extent = 'own') THEN 'others'
        ELSE '' END, 0) AS coming
    WHERE was.host_id = NEW.host_id
      AND was.resident_id = NEW.id
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
    ON CONFLICT DO NOTHING;
  DELETE FROM withheld_pictures
    WHERE host_id = NEW.host_id
      AND resident_id = NEW.id
      AND waits = 1
      AND reach <> CASE NEW.waiting_consent
      WHEN 'none' THEN 'everybody'
      WHEN 'own' THEN 'others'
      ELSE '' END;
END;

CREATE TRIGGER residents_update_withholds AFTER UPDATE OF photos_hidden, photo_consent, photo_consent_extent ON residents
  WHEN CASE
    WHEN NEW.photos_hidden = 1 THEN 'everybody'
    WHEN (NEW.photos_hidden = 0
      AND NEW.photo_consent = 1
      AND NEW.photo_consent_extent = 'own') THEN 'others'
    ELSE '' END <> CASE
    WHEN OLD.photos_hidden = 1 THEN 'everybody'
    WHEN (OLD.photos_hidden = 0
      AND OLD.photo_consent = 1
      AND OLD.photo_consent_extent = 'own') THEN 'others'
    ELSE '' END
BEGIN
  DELETE FROM withheld_pictures
    WHERE host_id = NEW.host_id
      AND resident_id = NEW.id
      AND waits = 0
      AND reach <> CASE
      WHEN NEW.photos_hidden = 1 THEN 'everybody'
      WHEN (NEW.photos_hidden = 0
        AND NEW.photo_consent = 1
        AND NEW.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END;
  INSERT INTO withheld_pictures (host_id, resident_id, picture, reach, asks)
    SELECT NEW.host_id, NEW.id, named.picture, CASE
      WHEN NEW.photos_hidden = 1 THEN 'everybody'
      WHEN (NEW.photos_hidden = 0
        AND NEW.photo_consent = 1
        AND NEW.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END, NEW.photos_hidden = 1
      OR EXISTS (
      SELECT 1
      FROM items AS other
      WHERE other.host_id = NEW.host_id
        AND other.picture = named.picture
        AND other.deleted_at IS NULL
        AND coalesce(other.resident_id, '') <> NEW.id)
    FROM (
      SELECT picture
      FROM items
      WHERE host_id = NEW.host_id AND resident_id = NEW.id AND deleted_at IS NULL
      UNION
      SELECT named.picture
      FROM picture_people AS named
      WHERE named.host_id = NEW.host_id AND named.resident_id = NEW.id) AS named
    WHERE CASE
      WHEN NEW.photos_hidden = 1 THEN 'everybody'
      WHEN (NEW.photos_hidden = 0
        AND NEW.photo_consent = 1
        AND NEW.photo_consent_extent = 'own') THEN 'others'
      ELSE '' END <> ''
    ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER withheld_pictures_delete_withholds AFTER DELETE ON withheld_pictures
BEGIN
  UPDATE blobs
    SET withheld = EXISTS (
      SELECT 1
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = OLD.host_id
        AND hiding.picture = OLD.picture
        AND hiding.reach = 'everybody'), only_for = (
      SELECT CASE count(DISTINCT hiding.resident_id)
        WHEN 0 THEN NULL
        WHEN 1 THEN max(hiding.resident_id)
        ELSE '' END
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = OLD.host_id
        AND hiding.picture = OLD.picture
        AND hiding.reach = 'others')
    WHERE id IN (
      SELECT blob_id
      FROM items
      WHERE host_id = OLD.host_id
        AND picture = OLD.picture
        AND deleted_at IS NULL)
      AND (withheld <> EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = OLD.host_id
          AND hiding.picture = OLD.picture
          AND hiding.reach = 'everybody')
        OR only_for IS NOT (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = OLD.host_id
          AND hiding.picture = OLD.picture
          AND hiding.reach = 'others'));
END;

CREATE TRIGGER withheld_pictures_insert_withholds AFTER INSERT ON withheld_pictures
BEGIN
  UPDATE blobs
    SET withheld = EXISTS (
      SELECT 1
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'everybody'), only_for = (
      SELECT CASE count(DISTINCT hiding.resident_id)
        WHEN 0 THEN NULL
        WHEN 1 THEN max(hiding.resident_id)
        ELSE '' END
      FROM withheld_pictures AS hiding
      WHERE hiding.host_id = NEW.host_id
        AND hiding.picture = NEW.picture
        AND hiding.reach = 'others')
    WHERE id IN (
      SELECT blob_id
      FROM items
      WHERE host_id = NEW.host_id
        AND picture = NEW.picture
        AND deleted_at IS NULL)
      AND (withheld <> EXISTS (
        SELECT 1
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'everybody')
        OR only_for IS NOT (
        SELECT CASE count(DISTINCT hiding.resident_id)
          WHEN 0 THEN NULL
          WHEN 1 THEN max(hiding.resident_id)
          ELSE '' END
        FROM withheld_pictures AS hiding
        WHERE hiding.host_id = NEW.host_id
          AND hiding.picture = NEW.picture
          AND hiding.reach = 'others'));
END;
